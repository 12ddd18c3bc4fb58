// Passwords kept without the cost of guessing them: a test signs up people by the dozen, and half its time would be that cost.
import { createHmac, randomBytes } from 'node:crypto'
import type { PasswordHashing } from '#gateways/accounts/auth.ts'

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
