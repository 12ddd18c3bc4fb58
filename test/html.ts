// Reads a page like its visitor: its text, the values of its fields, and the data for its script.

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

const decoded = (html: string): string =>
  html.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (entity, hex?: string, ten?: string, name = '') => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      if (ten) return String.fromCodePoint(Number(ten))
      return named[String(name)] ?? entity
    },
  )

/** A start tag, whose quoted values may contain `>`. */
const startTag = (name: string) => new RegExp(`<${name}\\b((?:"[^"]*"|[^">])*)>`, 'g')

function attributesOf(tag: string): Record<string, string> {
  const found = tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, decoded(value)]))
}

/** The text of the page in one line. */
export const textOf = (html: string): string =>
  decoded(
    html
      .replace(/<!doctype html>|<(style|script|title|textarea)\b[\s\S]*?<\/\1>/g, ' ')
      .replace(/<\/?[a-z](?:"[^"]*"|[^">])*>/gi, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim()

/** The values that the page's forms would send. */
export function fieldsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, tag = ''] of html.matchAll(startTag('input'))) {
    const { name, type, value = '', checked } = attributesOf(tag)
    // A browser does not send a box that is not ticked.
    const isSent = type !== 'file' && (type !== 'checkbox' || checked !== undefined)
    if (name && isSent) fields[name] = value
  }
  for (const [, tag = '', text = ''] of html.matchAll(
    /<textarea\b((?:"[^"]*"|[^">])*)>\n?([\s\S]*?)<\/textarea>/g,
  )) {
    const { name } = attributesOf(tag)
    if (name) fields[name] = decoded(text)
  }
  return fields
}

/** The URLs of the page's links and forms. */
export const addressesOf = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|action)="([^"]*)"/g)].map(([, address = '']) => decoded(address))

/** The JSON in the page, for its script. */
export function pageData<Data>(html: string): Data {
  const json = /<script type="application\/json" id="d">([\s\S]*?)<\/script>/.exec(html)?.[1]
  // The type is asserted by the test, which checks the values.
  return JSON.parse(json ?? 'null') as Data
}
