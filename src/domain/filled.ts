/** `text` with its `{holes}` filled from `values`; a hole without a value stays empty. */
export function filled(
  text: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
