// A volume of its own, which a test can fill.
import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The file that takes the space of a volume: deleted, the volume has room again. */
export const fillerIn = (folder: string) => path.join(folder, 'filler')

/** A folder with a file system of its own: only where this user may mount one. */
export async function mountVolume(size: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-disk-'))
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  return {
    folder,
    isMounted,
    async remove(): Promise<void> {
      if (isMounted) await run('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Writes until nothing more fits, and gives `room` bytes back. */
export async function fill(folder: string, room: number): Promise<void> {
  const file = await open(fillerIn(folder), 'w')
  let size = 0
  try {
    for (let piece = 4 * 1024 * 1024; piece >= 4096;) {
      const { bytesWritten } = await file
        .write(Buffer.alloc(piece, 1), 0, piece, size)
        .catch(() => ({ bytesWritten: 0 }))
      size += bytesWritten
      if (bytesWritten < piece) piece /= 2
    }
    await file.truncate(Math.max(0, size - room))
  } finally {
    await file.close()
  }
}
