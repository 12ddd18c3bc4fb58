// The free space of the volumes that the program writes to.
import { statfs } from 'node:fs/promises'

/** The folders by what they contain: without the CVs where those are in a bucket, without backups where there are none. */
export type Volumes = Readonly<{ data: string; cvs?: string; backups?: string }>
export type Volume = { folder: string; free: number; size: number }

/** A folder that is not there yet, or not mounted, is missing. */
export async function readVolumes(volumes: Volumes): Promise<Volume[]> {
  const read = await Promise.all(
    Object.entries(volumes).map(async ([folder, path]): Promise<Volume[]> => {
      try {
        const { bavail, blocks, bsize } = await statfs(path)
        return [{ folder, free: bavail * bsize, size: blocks * bsize }]
      } catch {
        return []
      }
    }),
  )
  return read.flat()
}
