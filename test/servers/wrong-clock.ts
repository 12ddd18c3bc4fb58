// A program whose clock is set while it runs, by libfaketime; timers go on by the true one.
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { installDebianPackage } from '../../scripts/install-debian-package.ts'

const library = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]

/** False when it is missing and cannot be installed. */
export const findFaketime = async (): Promise<boolean> =>
  library() !== undefined || (await installDebianPackage('faketime').catch(() => false))

/** `offset`: '+40d', '-1d'; '+0' is the true time. The file is read each second. */
export const setClock = (file: string, offset: string): Promise<void> =>
  writeFile(file, `${offset}\n`)

/** The settings of a program whose clock is set by this file. */
export const clockOf = (file: string): Record<string, string> => ({
  LD_PRELOAD: library() ?? '',
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})
