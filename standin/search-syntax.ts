// The part of the platform's search language (shopify.dev/docs/api/usage/search-syntax) that the product uses: `field:value`, quotes, AND,
// OR and a leading minus.

type Term = { field: string | null; value: string; isNot: boolean }

/** Whether a record, given as the texts of its fields, is found. An empty query finds everything. */
export function isFound(query: string | null | undefined, fields: Record<string, string[]>) {
  if (!query?.trim()) return true
  return query.split(/\s+OR\s+/).some((one) => termsOf(one).every((term) => matches(term, fields)))
}

function termsOf(text: string): Term[] {
  const found = text.matchAll(/(-)?(?:(\w+):)?(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+))/g)
  return [...found]
    .map(([, minus, field, double, single, bare]) => ({
      field: field ?? null,
      value: (double?.replace(/\\(.)/g, '$1') ?? single ?? bare ?? '').toLowerCase(),
      isNot: minus !== undefined,
    }))
    .filter(({ field, value }) => field !== null || value !== 'and')
}

function matches({ field, value, isNot }: Term, fields: Record<string, string[]>): boolean {
  const texts = field === null ? Object.values(fields).flat() : (fields[field] ?? [])
  const wanted = value.endsWith('*') ? value.slice(0, -1) : value
  const isIn = texts.some((text) =>
    field === null || value.endsWith('*')
      ? text.toLowerCase().includes(wanted)
      : text.toLowerCase() === wanted,
  )
  return isIn !== isNot
}
