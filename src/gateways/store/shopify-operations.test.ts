// Validates each operation against Shopify's real schema.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql'
import { expect, test } from 'vitest'
import { readRequirements, readSchema, refusedFields } from '#test/stores.ts'
import * as operations from './shopify-operations.ts'

const schema = readSchema()
const requirements = readRequirements()

const complaintsAbout = (text: string) =>
  validate(schema, parse(text), [...specifiedRules, NoDeprecatedCustomRule]).map(
    ({ message }) => message,
  )

test.each(Object.entries(operations))('%s is valid, without a deprecated field', (_, { text }) => {
  expect(complaintsAbout(text)).toEqual([])
})

test.each([
  ['deprecated', '{ customer(id: "1") { email } }', 'The field Customer.email is deprecated.'],
  ['gone', '{ customer(id: "1") { ordersCount } }', 'Cannot query field "ordersCount"'],
  ['misnamed', '{ pages(first: 1) { nodes { bodyHtml } } }', 'Cannot query field "bodyHtml"'],
])('a field that is %s would be told', (_, text, told) => {
  expect(complaintsAbout(text).join()).toContain(told)
})

test('no operation is written anywhere else, where nobody would validate it', () => {
  const src = path.join(import.meta.dirname, '../..')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /\b(?:query|mutation) [A-Z]\w*\s*[({]/.test(read(path.join(src, file))))
  expect(files).toEqual(['gateways/store/shopify-operations.ts'])
})

const read = (file: string) => readFileSync(file, 'utf8')

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
  // Sent only to stores that granted more scopes.
  expect(refused(firstOrderOfCustomer.text)).toEqual(['customer.orders.nodes'])
})
