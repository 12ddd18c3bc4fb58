// The inline scripts of the pages, and their hashes for the Content Security Policy.
import { createHash } from 'node:crypto'
import embed from './embed-script.js?minified'
import form from './form-script.js?minified'
import verify from './verify-script.js?minified'

export const inlineScripts = {
  list: embed,
  form: embed + form,
  verify,
} as const

export type InlineScript = keyof typeof inlineScripts

export const scriptHashes: string[] = Object.values(inlineScripts).map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)
