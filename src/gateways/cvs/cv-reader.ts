// Takes the text out of a CV in a thread of its own: a stranger's file may cost its time and its memory, never the server's.
import type { CvKind, CvTextReason } from '#domain/cvs/cvs.ts'
import { openLimitedThread, type ThreadLimits } from './limited-thread.ts'

export type CvReading = { text: string; isCut: boolean } | { unreadable: CvTextReason }

export type CvReader = {
  /** One file at a time, for as long as it may take. Rejects only when it was stopped. */
  read(content: Uint8Array<ArrayBuffer>, kind: CvKind, seconds: number): Promise<CvReading>
  /** Ends the thread, in the middle of a file if need be. */
  stop(): Promise<void>
}

export type CvReaderLimits = ThreadLimits

const LIMITS: CvReaderLimits = { heapMb: 256, buffersMb: 256 }

/** The thread serves many files, because starting one costs more than most files; after one that failed it is replaced. */
export function openCvReader(limits: CvReaderLimits = LIMITS): CvReader {
  const thread = openLimitedThread<CvReading>(
    new URL('./cv-reader-thread.ts', import.meta.url),
    limits,
    (reading) => 'unreadable' in reading,
  )
  return {
    async read(content, kind, seconds) {
      const reading = await thread.run(content, kind, seconds)
      return typeof reading === 'string' ? { unreadable: reading } : reading
    },
    stop: () => thread.stop(),
  }
}
