// The error of a reader of CVs that knows why it cannot give a text.
import type { CvTextReason } from '#domain/cvs/cvs.ts'

export class UnreadableError extends Error {
  readonly reason: CvTextReason
  constructor(reason: CvTextReason) {
    super(reason)
    this.reason = reason
  }
}
