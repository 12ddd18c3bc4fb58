// The states of a chosen CV: checked, uploading, refused, failed or uploaded.
import { useCallback, useEffect, useRef, useState } from 'react'
import { fileSize, type UploadedCv } from '#domain/cvs/cvs.ts'
import { t } from '#domain/texts/text.ts'
import { refusalOf, Refused, removeCv, uploadCv } from './upload-cv.ts'

export type CvState =
  | { phase: 'empty' }
  /** A retry does not help: another file does, or none. `note` names the file, if known. */
  | { phase: 'refused'; error: string; note: string | null }
  | { phase: 'sending'; file: File; share: number }
  /** The form was submitted before the upload ended: it contains the file itself. */
  | { phase: 'carried'; file: File }
  | { phase: 'failed'; file: File; error: string }
  | { phase: 'kept'; cv: UploadedCv }

/** The server's error for the file, and the answer that contained it: every answer is a new object, even with the same error. */
export type CvAnswer = { cv: UploadedCv | null; error: string | undefined; answer: unknown }

const notUploaded = (file: File): string =>
  t('careers.cv.notUploaded', { name: file.name, fileSize: fileSize(file.size) })

function stateOf({ cv, error }: CvAnswer, before?: CvState): CvState {
  if (cv) return { phase: 'kept', cv }
  // An answer without an error for the file, or no answer, does not change the file's state.
  if (!error) return before ?? { phase: 'empty' }
  const file = before && 'file' in before ? before.file : null
  if (file && error === t('application.uploadFailed')) return { phase: 'failed', file, error }
  return { phase: 'refused', error, note: file && notUploaded(file) }
}

export type CvUpload = ReturnType<typeof useCvUpload>

export function useCvUpload(token: string, given: CvAnswer) {
  const [state, setState] = useState(() => stateOf(given))
  const running = useRef<AbortController>(undefined)
  const stop = useCallback(() => running.current?.abort(), [])
  useEffect(() => stop, [stop])

  const [known, setKnown] = useState(given.answer)
  if (given.answer !== known) {
    setKnown(given.answer)
    setState(stateOf(given, state))
  }

  const send = useCallback(
    async (file: File) => {
      stop()
      const { signal } = (running.current = new AbortController())
      setState({ phase: 'sending', file, share: 0 })
      try {
        const onProgress = (share: number) => {
          if (!signal.aborted) setState({ phase: 'sending', file, share })
        }
        const kept = await uploadCv({ token, file, signal, onProgress })
        setState({ phase: 'kept', cv: kept })
      } catch (error) {
        if (signal.aborted) return
        const { message } = error as Error
        setState(
          error instanceof Refused
            ? { phase: 'refused', error: message, note: notUploaded(file) }
            : { phase: 'failed', file, error: message },
        )
      }
    },
    [stop, token],
  )

  /** Checks the file before the upload; the server checks it again. */
  const choose = useCallback(
    (file: File): boolean => {
      const error = refusalOf(file)
      if (!error) {
        void send(file)
        return true
      }
      stop()
      setState({ phase: 'refused', error, note: notUploaded(file) })
      return false
    },
    [send, stop],
  )

  /** On the server too, or it would be in the form again the next time. */
  const remove = useCallback(() => {
    stop()
    if (state.phase === 'kept') void removeCv(token, state.cv.id)
    setState({ phase: 'empty' })
  }, [state, stop, token])

  /** The form is being submitted: it includes an upload that has not ended. */
  const carry = useCallback(() => {
    stop()
    setState((now) =>
      now.phase === 'sending' || now.phase === 'failed'
        ? { phase: 'carried', file: now.file }
        : now,
    )
  }, [stop])

  return { state, choose, send, remove, carry }
}
