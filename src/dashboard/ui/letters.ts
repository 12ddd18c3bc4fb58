// The typeface for a name: the dashboard's font has the letters of Europe's languages and of Vietnamese.

/** Latin letters of other languages and of transcriptions, and the scripts that are neither Latin, Greek nor Cyrillic. */
const OTHERS =
  /[\u0180-\u0191\u0193-\u019f\u01a2-\u01ae\u01b1-\u0217\u021c-\u024f\u0530-\u1cff\u1e00-\u1e7f\u1e86-\u1e9d\u1efa-\u1eff\u2e80-\ua6ff\ua800-\ufaff]/

/** The class for a text with letters that our font lacks. */
export const letterClass = (text: string): string | undefined =>
  OTHERS.test(text.normalize('NFC')) ? 'other-letters' : undefined
