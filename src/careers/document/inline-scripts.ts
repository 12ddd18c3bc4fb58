// The inline scripts of the pages, and their hashes for the Content Security Policy.
import { createHash } from 'node:crypto'
import type { ScriptHashes } from '#domain/careers/careers.ts'
import embed from './embed-script.js?minified'
import form from './form-script.js?minified'
import verify from './verify-script.js?minified'
import share from '../pages/share-script.js?minified'

export const inlineScripts = {
  list: embed,
  form: embed + form,
  verify,
  share,
} as const

export type InlineScript = keyof typeof inlineScripts

const hashOf = (script: InlineScript) =>
  `'sha256-${createHash('sha256').update(inlineScripts[script]).digest('base64')}'`
const hashes = {
  list: hashOf('list'),
  form: hashOf('form'),
  verify: hashOf('verify'),
  share: hashOf('share'),
}

const allowed: Readonly<Record<Parameters<ScriptHashes>[0], readonly string[]>> = {
  embed: [hashes.list, hashes.form],
  steps: [hashes.form],
  application: [hashes.form, hashes.verify],
  verify: [hashes.verify],
  'verify-embed': [hashes.verify],
  careers: [hashes.share],
  'in-theme': [],
  own: [],
  cv: [],
}

export const scriptHashes: ScriptHashes = (kind) => allowed[kind]
