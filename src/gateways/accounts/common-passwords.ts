// Rejects common passwords: the ones found most often in leaks, which attackers try first.
const MOST_USED = 3000
/** The product's name, also with digits or punctuation after it. */
const PRODUCT_NAME = /^store ?hand[\d!.?]*$/

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loads the list on first use. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, MOST_USED))
}

export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= readCommonPasswords()
  const lower = password.toLowerCase()
  return PRODUCT_NAME.test(lower) || (await commonPasswords).has(lower)
}
