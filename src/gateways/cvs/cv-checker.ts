// Looks for active content in a separate thread, within limits.
import type { ActiveContent, CvKind } from '#domain/cvs/cvs.ts'
import type { CvToRead } from './cv-reader.ts'
import { openLimitedThread, type ThreadLimits } from '../limited-thread.ts'

export type CvChecker = {
  /** One file at a time. A file that exceeds the limits is 'unreadable'. Rejects only after `stop`. */
  check(content: Uint8Array<ArrayBuffer>, kind: CvKind): Promise<ActiveContent[]>
  stop(): Promise<void>
}

type CvCheckerLimits = ThreadLimits & { seconds: number }

const LIMITS: CvCheckerLimits = { seconds: 15, heapMb: 256, buffersMb: 256 }

export function openCvChecker(limits: CvCheckerLimits = LIMITS): CvChecker {
  const thread = openLimitedThread<CvToRead, ActiveContent[]>(
    new URL('./cv-checker-thread.ts', import.meta.url),
    limits,
  )
  return {
    async check(content, kind) {
      const found = await thread.run({ content, kind }, [content.buffer], limits.seconds)
      return typeof found === 'string' ? ['unreadable'] : found
    },
    stop: () => thread.stop(),
  }
}
