// Checks the logs of the servers of all tests: no line may contain personal data or a secret that a test sent.

/** Patterns of personal data: every address and session in tests is fictional, so a match is a mistake. */
const PERSONAL: readonly (readonly [string, RegExp])[] = [
  ['a mail address', /[\w.+-]+(?:@|%40)[\w-]+\.\w+/i],
  ['a network address', /\b(?:127\.0\.0\.1|198\.51\.100\.\d+|203\.0\.113\.\d+)\b(?!:\d)/],
  ['a session or token', /(?:Bearer |Cookie|storehand\.session)/i],
  ['a name', /\b(?:Silva|Okafor)\b/],
]

/** The personal data in a line, in words; undefined without any. */
export function personalDataIn(line: string): string | undefined {
  return PERSONAL.find(([, pattern]) => pattern.test(line))?.[0]
}

export function watchLog(): { lines: string[]; faults(): string[] } {
  const lines: string[] = []
  return {
    lines,
    faults: () =>
      lines.flatMap((line) => {
        const what = personalDataIn(line)
        return what ? [`${what} is in the log: ${line.trim()}`] : []
      }),
  }
}
