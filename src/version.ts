// The version of the product: that of package.json, which moves with CHANGELOG.md.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const file = path.join(import.meta.dirname, '..', 'package.json')

export const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
