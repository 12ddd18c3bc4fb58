// The format of an id. Separate from the schemas, so that the dashboard parses its addresses without the schema
// library.

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

const WITHIN = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Also within a longer text. */
export const hasUuid = (text: string): boolean => WITHIN.test(text)
