// The answer that a CV is sent in: an attachment that no browser shows as a page of ours.
import type { OpenedCv } from '#features/cvs/open-cv.ts'
import type { Ctx } from '../context.ts'
import { fileBody } from '../file-body.ts'

export const answerCv = (c: Ctx, cv: OpenedCv): Response =>
  c.body(fileBody(cv.body), 200, {
    'Content-Type': cv.contentType,
    'Content-Length': String(cv.size),
    'Content-Disposition': cv.disposition,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })
