import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mailKinds } from '#domain/mails/mails.ts'

const features = path.resolve(import.meta.dirname, '../..')
const useCases = globSync('**/*.ts', { cwd: features })
  .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('sending-rules.ts'))
  .map((file) => readFileSync(path.join(features, file), 'utf8'))

test.each(Object.keys(mailKinds))('a use case sends %s', (kind) => {
  expect(useCases.some((text) => text.includes(`'${kind}'`))).toBe(true)
})
