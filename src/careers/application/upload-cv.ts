// Uploads a CV as soon as it is chosen, so that a later mistake in the form cannot lose the file.
import { endingOf } from '#domain/cvs/cv-names.ts'
import { refusalOfEnding } from '#domain/cvs/cv-refusals.ts'
import { CV_MAX_BYTES, type UploadedCv } from '#domain/cvs/cvs.ts'
import { t } from '#domain/texts/text.ts'

/** The error text for a file that cannot be accepted (docs/specification.md §5.3), or null. */
export function refusalOf(file: File): string | null {
  const refusal = refusalOfEnding(endingOf(file.name) ?? '')
  if (refusal?.why === 'unknown') return t('application.fileTypeInvalid')
  if (refusal) return t('application.fileTypeOther', refusal)
  if (file.size > CV_MAX_BYTES) return t('application.fileTooLarge')
  if (file.size === 0) return t('application.fileEmpty')
  return null
}

/** The server refused the file or has no space for it: a retry does not help. */
export class Refused extends Error {}

type Answer = Partial<UploadedCv> & { error?: { code?: string; message?: string } }

/** The server's error text if it sent one; anything else is a failed upload. */
function readAnswer(status: number, text: string): UploadedCv {
  let answer: Answer = {}
  try {
    answer = JSON.parse(text) as Answer
  } catch {
    // The error page of a proxy: the general text below is used.
  }
  if (status === 201 && answer.id) {
    return { id: answer.id, name: answer.name ?? '', size: answer.size ?? 0 }
  }
  const { code = '', message = t('application.uploadFailed') } = answer.error ?? {}
  const isFinal = code.startsWith('application.') && message !== t('application.uploadFailed')
  throw isFinal ? new Refused(message) : new Error(message)
}

type Options = {
  token: string
  file: File
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
}

/** Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
export function uploadCv({ token, file, signal, onProgress }: Options): Promise<UploadedCv> {
  const body = new FormData()
  // First, so that the server reads the token before it accepts the file.
  body.append('token', token)
  body.append('cvFile', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    // Refused in the language of the page, which may not be the browser's.
    request.open('POST', `/api/applications/cv?lang=${document.documentElement.lang}`)
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(request.status, request.responseText))
      } catch (error) {
        reject(error instanceof Error ? error : new Error(t('application.uploadFailed')))
      }
    })
    request.addEventListener('error', () => reject(new Error(t('application.uploadFailed'))))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** Without an answer the file is deleted at the end of its hour. */
export async function removeCv(token: string, cvId: string): Promise<void> {
  await fetch('/api/applications/cv', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, cvId }),
    keepalive: true,
  }).catch(() => {})
}
