const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** For text between tags and inside of attributes in double quotes; there are no others. */
export const escapeHtml = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '') : text
