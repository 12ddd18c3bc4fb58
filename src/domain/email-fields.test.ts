// Every address that comes in is understood in one way: takes its cases from all schemas of the domain layer.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from './contracts.ts'
import type { Contract } from './contract.ts'

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], {
  eager: true,
})

const taken: Readonly<Record<string, string>> = {
  '\u3000Maya＠MÜNCHEN-laden.de ': 'maya@xn--mnchen-laden-dlb.de',
  'ｍａｙａ＠ｅｘａｍｐｌｅ．ｃｏｍ': 'maya@example.com',
  '.name..x.@docomo.ne.jp': '.name..x.@docomo.ne.jp',
}
const refused = [
  'maya＠example.com，bo＠example.com',
  'maya＠example.com\r\nBcc: bo@example.com',
  'maya(work)@example.com',
]

/** Answers have what is kept, and these are compared with an address that was checked before. */
const notRead: Readonly<Record<string, string>> = {
  'POST /api/applications email': 'submitApplication compares it with the verified address',
  'customerNotice customer email': 'listNoticedAddresses reads it, and takes any other as it is',
}

type Field = { name: string; schema: z.ZodType }
const EMAIL = /e-?mail|reply_to|audience_list/i

/** The fields of a schema that hold an address, wherever they are in it. */
function emailFields(schema: unknown, name: string): Field[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') {
    return Object.entries(def.shape).flatMap(([key, each]) =>
      EMAIL.test(key) && acceptsText(each)
        ? [{ name: `${name} ${key}`, schema: each as z.ZodType }]
        : emailFields(each, `${name} ${key}`),
    )
  }
  if (def.type === 'array') return emailFields(def.element, name)
  if (def.type === 'union') return def.options.flatMap((each) => emailFields(each, name))
  if (def.type === 'pipe') return emailFields(def.in, name)
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') {
    return emailFields(def.innerType, name)
  }
  return []
}

/** A text, or a list of them. */
function acceptsText(schema: z.core.$ZodType): boolean {
  return ['maya@example.com', ['maya@example.com']].some(
    (value) => z.safeParse(schema, value).success,
  )
}

const asked = Object.entries<Contract>(contracts).flatMap(([address, { body, query }]) =>
  [body, query].flatMap((schema) => (schema ? emailFields(schema, address) : [])),
)
/** What is read outside of the contracts: pages, server functions, notices. */
const inputs = Object.values(modules).flatMap((exported) =>
  Object.entries(exported).flatMap(([name, schema]) =>
    schema instanceof z.ZodType && /Input$|Notice$/.test(name) ? emailFields(schema, name) : [],
  ),
)
const fields = [...asked, ...inputs].filter(({ name }) => notRead[name] === undefined)

describe('every field with an address', () => {
  test('is seen', () => {
    expect(asked.length).toBeGreaterThan(10)
    expect(inputs.length).toBeGreaterThan(15)
    const names = [...asked, ...inputs].map(({ name }) => name)
    expect(Object.keys(notRead).filter((name) => !names.includes(name))).toEqual([])
  })

  test.each(fields)('$name', ({ schema }) => {
    const isList = schema.safeParse([]).success
    const read = (typed: string) => schema.safeParse(isList ? [typed] : typed)
    for (const [typed, email] of Object.entries(taken)) {
      expect(read(typed).data).toEqual(isList ? [email] : email)
    }
    for (const typed of refused) {
      // A sign-in takes any text, and finds no account.
      const { data } = read(typed)
      if (data !== undefined) expect(data).toBe(typed.trim().toLowerCase())
    }
  })
})
