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
  const { firstOrderOfCustomer, ...usual } = operations
  const refused = (text: string) =>
    refusedFields(schema, requirements, parse(text), asked).map(({ path }) => path.join('.'))
  expect(Object.values(usual).flatMap(({ text }) => refused(text))).toEqual([])
  // Asked for only where a store has given more.
  expect(refused(firstOrderOfCustomer.text)).toEqual(['customer.orders.nodes'])
})
