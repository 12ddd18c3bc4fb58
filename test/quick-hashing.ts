// Fast hashing of passwords: a test signs up dozens of people, and the real hashing would take half of its time.
import { createHmac, randomBytes } from 'node:crypto'
import type { PasswordHashing } from '#gateways/accounts/auth-library.ts'

const keyOf = (salt: string, password: string) =>
  createHmac('sha256', salt).update(password).digest('hex')

export const quickHashing: PasswordHashing = {
  async hash(password) {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${keyOf(salt, password)}`
  },
  async verify({ hash, password }) {
    const [salt = '', key] = hash.split(':')
    return keyOf(salt, password) === key
  },
}
