// What is sent to the platform is what the platform has: each operation against its real schema.
import { NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql'
import { expect, test } from 'vitest'
import { readRequirements, readSchema, refusedFields } from '#test/stores.ts'
import * as operations from './shopify-operations.ts'

const schema = readSchema()
const requirements = readRequirements()

test.each(Object.entries(operations))('%s is valid, without a deprecated field', (_, { text }) => {
  const rules = [...specifiedRules, NoDeprecatedCustomRule]
  expect(validate(schema, parse(text), rules).map(({ message }) => message)).toEqual([])
})

test('the scopes asked for at the installation and for pages open every operation', () => {
  const asked = [
    'read_products',
    'write_products',
    'read_customers',
    'write_customers',
    'write_online_store_pages',
  ]
  const refused = Object.entries(operations).flatMap(([name, { text }]) =>
    refusedFields(schema, requirements, parse(text), asked).map(({ path }) => [name, ...path]),
  )
  expect(refused).toEqual([])
})
