// Computes the scopes that an operation needs, by the platform's own list, and the fields that an app is denied.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  buildSchema,
  getNamedType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'

export const API_VERSION = '2026-10'

const packed = (file: string) =>
  gunzipSync(readFileSync(path.join(import.meta.dirname, 'schema', file))).toString('utf8')

/** The versions of the platform's real schema that are here, the one that the stand-in speaks among them. */
export const schemaVersions: readonly string[] = readdirSync(
  path.join(import.meta.dirname, 'schema'),
).flatMap((file) => /^admin-(.+)\.graphql\.gz$/.exec(file)?.[1] ?? [])

/** The platform's real schema; reading it takes about a quarter of a second. */
export const readSchema = (version: string = API_VERSION): GraphQLSchema =>
  buildSchema(packed(`admin-${version}.graphql.gz`), {
    assumeValid: true,
    assumeValidSDL: true,
  })

type Requirement = { on: string; anyOf: string[]; text: string }

/** Keys are `Type` or `Type.field`. */
export const readRequirements = (): Map<string, Requirement> =>
  new Map(
    (JSON.parse(packed(`admin-${API_VERSION}.scopes.json.gz`)) as Requirement[]).map((row) => [
      row.on,
      row,
    ]),
  )

/** The granted scopes with the implied ones: write includes read (shopify.dev/docs/api/usage/access-scopes). */
const withImpliedScopes = (scopes: readonly string[]): Set<string> =>
  new Set(scopes.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))

export type Refusal = { path: string[]; field: string; requiredAccess: string }

/** The fields of the document that these scopes do not allow. */
export function refusedFields(
  schema: GraphQLSchema,
  requirements: ReadonlyMap<string, Requirement>,
  document: DocumentNode,
  scopes: readonly string[],
): Refusal[] {
  const granted = withImpliedScopes(scopes)
  const types = new TypeInfo(schema)
  const refused: Refusal[] = []
  const trail: string[] = []
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(node) {
          trail.push(node.alias?.value ?? node.name.value)
          const parent = types.getParentType()?.name
          const returned = types.getType()
          const rows = [
            requirements.get(`${parent}.${node.name.value}`),
            returned ? requirements.get(getNamedType(returned).name) : undefined,
          ]
          for (const row of rows) {
            if (!row || row.anyOf.length === 0) continue
            if (row.anyOf.some((scope) => granted.has(scope))) continue
            refused.push({ path: [...trail], field: node.name.value, requiredAccess: row.text })
            break
          }
        },
        leave() {
          trail.pop()
        },
      },
    }),
  )
  return refused
}
