// Writes a version of the store's Admin API schema into standin/schema, without descriptions, from the file of the public package
// @shopify/dev-mcp: `node scripts/store-schema.ts <admin_unstable.json.gz> unstable`.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { buildClientSchema, printSchema, type IntrospectionQuery } from 'graphql'

const [file = '', version = ''] = process.argv.slice(2)
if (!file || !/^(?:\d{4}-\d{2}|unstable)$/.test(version)) {
  throw new Error('usage: node scripts/store-schema.ts <file.json.gz> <version>')
}

type Packed = { data: IntrospectionQuery }

/** Descriptions are four fifths of it, and are not used here. */
function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => name !== 'description')
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutDescriptions(inner)]))
}

const { data } = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Packed
const schema = buildClientSchema(withoutDescriptions(data) as IntrospectionQuery)
const target = `standin/schema/admin-${version}.graphql.gz`
const packed = gzipSync(printSchema(schema), { level: 9 })
writeFileSync(target, packed)
console.log(`${target}: ${packed.length} bytes`)
