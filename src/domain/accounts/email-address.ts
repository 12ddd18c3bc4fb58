// The format of an email address. Without the schemas, so that a form can check one before their library is loaded.

/** RFC 5321 limits an address to 254 characters. */
export const EMAIL_MAX = 254

/** Stricter than the standard: no quotes, no comments, and a domain with a dot, as every provider has it. */
export const EMAIL_PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export function isEmailAddress(text: string): boolean {
  const address = text.trim()
  return address.length <= EMAIL_MAX && EMAIL_PATTERN.test(address)
}
