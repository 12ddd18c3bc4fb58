// The query of a form's target as hidden fields, because a GET form drops the query of its action.

export function QueryFields({ href }: { href: string }) {
  const query = href.split('?')[1]
  if (!query) return null
  return [...new URLSearchParams(query)].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
