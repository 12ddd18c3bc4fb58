// Validates each operation against Shopify's real schema.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql'
import { expect, test } from 'vitest'
import {
  readRequirements,
  readSchema,
  refusedFields,
  registeredOptionalScopes,
  registeredScopes,
  schemaVersions,
} from '#test/servers/stores.ts'
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

test('each is valid in the newest version at hand as well, so that the next pin is no surprise', () => {
  expect(schemaVersions.length).toBeGreaterThan(1)
  const newest = readSchema(schemaVersions.toSorted().at(-1))
  const rules = [...specifiedRules, NoDeprecatedCustomRule]
  const complaints = Object.values(operations).flatMap(({ text }) =>
    validate(newest, parse(text), rules).map(({ message }) => message),
  )
  expect(complaints).toEqual([])
})

test.each([
  ['deprecated', '{ customer(id: "1") { email } }', 'The field Customer.email is deprecated.'],
  ['gone', '{ customer(id: "1") { ordersCount } }', 'Cannot query field "ordersCount"'],
  ['misnamed', '{ pages(first: 1) { nodes { bodyHtml } } }', 'Cannot query field "bodyHtml"'],
])('a field that is %s would be told', (_, text, complaint) => {
  expect(complaintsAbout(text).join()).toContain(complaint)
})

test('no operation is written anywhere else, where nobody would validate it', () => {
  const src = path.join(import.meta.dirname, '../..')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /\b(?:query|mutation) [A-Z]\w*\s*[({]/.test(read(path.join(src, file))))
  expect(files).toEqual(['gateways/store/shopify-operations.ts'])
})

const read = (file: string) => readFileSync(file, 'utf8')

test('the scopes of shopify.app.toml open every operation, and none of them is asked for in vain', () => {
  const asked = [...registeredScopes, ...registeredOptionalScopes]
  const { firstOrderOfCustomer, ...usual } = operations
  const refused = (text: string, scopes: readonly string[] = asked) =>
    refusedFields(schema, requirements, parse(text), scopes).map(({ path }) => path.join('.'))
  // Needed by the table [app_proxy] of the file itself.
  for (const scope of asked.filter((one) => one !== 'write_app_proxy')) {
    const others = asked.filter((one) => one !== scope)
    const closed = Object.values(usual).flatMap(({ text }) => refused(text, others))
    expect([scope, closed.length > 0]).toEqual([scope, true])
  }
  expect(Object.values(usual).flatMap(({ text }) => refused(text))).toEqual([])
  // Sent only to stores that granted more scopes.
  expect(refused(firstOrderOfCustomer.text)).toEqual(['customer.orders.nodes'])
})
