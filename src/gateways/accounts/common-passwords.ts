// The passwords that are tried first by whoever guesses, by how often they were found in leaks.
const MOST_USED = 3000
/** And the product's own name, with what people put behind a name. */
const OWN_NAME = /^store ?hand[\d!.?]*$/

let known: Promise<ReadonlySet<string>> | undefined

/** Read with the first one that is asked about. */
async function readKnown(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, MOST_USED))
}

export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readKnown()
  const lower = password.toLowerCase()
  return OWN_NAME.test(lower) || (await known).has(lower)
}
