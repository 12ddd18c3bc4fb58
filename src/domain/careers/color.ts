// A shop's colour as a person types it. Separate from the derived colours, which only few screens need.

/** The default, when neither the address nor the shop sets one. */
export const DEFAULT_COLOR = '8B5CF6'

/** Three or six hex digits with or without '#', as six upper-case digits; null: anything else. */
export function givenColor(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]
  if (!digits) return null
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return six.toUpperCase()
}
