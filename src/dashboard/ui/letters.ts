// Which face a name is set in: the family of the dashboard has the letters of most of Europe, and no others.

/** The letters of Vietnamese, and the scripts that are not Latin. */
const OTHERS = /[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef1\u0370-\u1cff\u2e80-\ua6ff\ua800-\ufaff]/

/** The class for a text whose letters are not all ours. */
export const letterClass = (text: string): string | undefined =>
  OTHERS.test(text.normalize('NFC')) ? 'other-letters' : undefined
