// Extracts a CV's text in a separate thread, so that a malicious file cannot use up the server's time or memory.
import type { CvKind, CvTextReason } from '#domain/cvs/cvs.ts'
import { openLimitedThread, type ThreadLimits } from '../limited-thread.ts'

/** What is not in the text: pages beyond the limit, or that cannot be read; pages that are pictures of a text. */
export type MissingText = 'pages' | 'pictures'

export type CvReading =
  | { text: string; isCut: boolean; missing?: MissingText[] }
  | { unreadable: CvTextReason }

export type CvReader = {
  /** One file at a time, for at most `seconds`. Rejects only after `stop`. */
  read(content: Uint8Array<ArrayBuffer>, kind: CvKind, seconds: number): Promise<CvReading>
  /** Ends the thread, even in the middle of a file. */
  stop(): Promise<void>
}

/** What a thread that reads a CV is sent. */
export type CvToRead = { content: Uint8Array<ArrayBuffer>; kind: CvKind }

export type CvReaderLimits = ThreadLimits

const LIMITS: CvReaderLimits = { heapMb: 256, buffersMb: 256 }

/** The thread serves many files, because starting one takes longer than most files; it is replaced after an unreadable file. */
export function openCvReader(limits: CvReaderLimits = LIMITS): CvReader {
  const thread = openLimitedThread<CvToRead, CvReading>(
    new URL('./cv-reader-thread.ts', import.meta.url),
    limits,
    (reading) => 'unreadable' in reading,
  )
  return {
    async read(content, kind, seconds) {
      const reading = await thread.run({ content, kind }, [content.buffer], seconds)
      return typeof reading === 'string' ? { unreadable: reading } : reading
    },
    stop: () => thread.stop(),
  }
}
