// Files that must be there whole after a power cut: flushed, and their folder too, before anybody relies on them.
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** Replaces the file: after a crash it holds either the old text or the new one. Only its owner may read it. */
export function replaceFile(file: string, text: string): void {
  const written = writeBeside(file, text)
  renameSync(written, file)
  flushFolder(path.dirname(file))
}

/** Makes the file unless it is there, also when two processes do so at once. True for the one that made it. */
export function makeFile(file: string, text: string): boolean {
  const written = writeBeside(file, text)
  try {
    // Unlike a rename it fails where the name is taken.
    linkSync(written, file)
    flushFolder(path.dirname(file))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(written, { force: true })
  }
}

function writeBeside(file: string, text: string): string {
  const written = `${file}.${process.pid}.new`
  const descriptor = openSync(written, 'w', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return written
}

/** An error of an open file names no file, unlike one of a path: anyone who reads it must know which disk is full. */
export async function namingFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Error && 'code' in error ? Object.assign(error, { path: file }) : error
  }
}

/** Without it a power cut can take the name of a file whose content is on the disk. Windows flushes names by itself. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
