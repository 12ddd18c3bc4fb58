// Finds programs and a font that the checks need, and has Debian install those that are missing.
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { installDebianPackage } from './install-debian-package.ts'

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first of these programs that is on this machine. */
export function findProgram(names: readonly string[]): string | undefined {
  const places = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)]
  return places
    .flatMap((place) => names.map((name) => path.join(place, name)))
    .find((file) => isProgram(file))
}

/** Each program with the Debian package that contains it. */
const pdfReaders = { qpdf: 'qpdf', pdfinfo: 'poppler-utils', pdfdetach: 'poppler-utils' } as const

/** nginx, of whatever version Debian has: it reads the configuration that we deliver. Undefined where it cannot be installed. */
export async function findNginx(): Promise<string | undefined> {
  const places = ['/usr/sbin/nginx']
  const find = () => places.find(isProgram) ?? findProgram(['nginx'])
  return find() ?? ((await installDebianPackage('nginx')) ? find() : undefined)
}

/** Makes a bare Debian in a folder. Undefined where it cannot be installed. */
export async function findDebootstrap(): Promise<string | undefined> {
  const find = () => ['/usr/sbin/debootstrap'].find(isProgram)
  return find() ?? ((await installDebianPackage('debootstrap')) ? find() : undefined)
}

/** The paths of other readers of PDF, with which the check of CVs is compared. */
export async function findPdfReaders(): Promise<Record<keyof typeof pdfReaders, string>> {
  const find = async (name: keyof typeof pdfReaders): Promise<string> => {
    const present = findProgram([name])
    if (present) return present
    const installed = (await installDebianPackage(pdfReaders[name]))
      ? findProgram([name])
      : undefined
    if (installed) return installed
    throw new Error(
      `The program ${name} is needed for the tests of CVs: install ${pdfReaders[name]} and put it on the PATH.`,
    )
  }
  // One after the other: the package manager runs once at a time.
  const qpdf = await find('qpdf')
  const pdfinfo = await find('pdfinfo')
  return { qpdf, pdfinfo, pdfdetach: await find('pdfdetach') }
}

/** A font with Chinese, Japanese and Korean letters, with which the tests print CVs. */
export async function findAsianFont(): Promise<string> {
  const file = '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf'
  if (!existsSync(file)) await installDebianPackage('fonts-droid-fallback')
  if (existsSync(file)) return file
  throw new Error(
    `The font ${file} is needed to print CVs in Japanese: install fonts-droid-fallback.`,
  )
}
