// The life of a chosen CV: checked, on its way, refused, failed or kept.
import { useCallback, useEffect, useRef, useState } from 'react'
import { fileSize, type UploadedCv } from '#domain/cvs/cvs.ts'
import { t } from '#domain/texts/text.ts'
import { refusalOf, Refused, uploadCv } from './upload-cv.ts'

export type CvState =
  | { phase: 'empty' }
  /** Trying again does not help: another file does, or none. `note` says which file it was, where that is known. */
  | { phase: 'refused'; error: string; note: string | null }
  | { phase: 'sending'; file: File; share: number }
  /** The form was sent before the file was here: it carries the file itself. */
  | { phase: 'carried'; file: File }
  | { phase: 'failed'; file: File; error: string }
  | { phase: 'kept'; cv: UploadedCv }

/** What the server says of the file, and with which answer: every answer is a new object, also when it says the same. */
export type CvAnswer = { cv: UploadedCv | null; error: string | undefined; answer: unknown }

const notUploaded = (file: File): string =>
  t('careers.cv.notUploaded', { name: file.name, fileSize: fileSize(file.size) })

function told({ cv, error }: CvAnswer, before?: CvState): CvState {
  if (cv) return { phase: 'kept', cv }
  // What says nothing of the file, as where no answer came, takes none away.
  if (!error) return before ?? { phase: 'empty' }
  const file = before && 'file' in before ? before.file : null
  if (file && error === t('application.uploadFailed')) return { phase: 'failed', file, error }
  return { phase: 'refused', error, note: file && notUploaded(file) }
}

export function useCvUpload(token: string, said: CvAnswer) {
  const [state, setState] = useState(() => told(said))
  const running = useRef<AbortController>(undefined)
  const stop = useCallback(() => running.current?.abort(), [])
  useEffect(() => stop, [stop])

  const [known, setKnown] = useState(said.answer)
  if (said.answer !== known) {
    setKnown(said.answer)
    setState(told(said, state))
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

  /** Whether the file may be sent at all; the server has its own say. */
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

  const remove = useCallback(() => {
    stop()
    setState({ phase: 'empty' })
  }, [stop])

  /** The form is being sent: what is still on its way goes with it. */
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
