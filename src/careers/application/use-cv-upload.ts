// The life of a chosen CV: checked, on its way, failed or kept.
import { useCallback, useEffect, useRef, useState } from 'react'
import { fileSize, type UploadedCv } from '#domain/cvs.ts'
import { refusalOf, uploadCv } from './upload-cv.ts'

export type CvState =
  | { phase: 'empty' }
  | { phase: 'refused'; error: string; note: string }
  | { phase: 'sending'; file: File; share: number }
  | { phase: 'failed'; file: File; error: string }
  | { phase: 'kept'; cv: UploadedCv }

const from = (cv: UploadedCv | null): CvState => (cv ? { phase: 'kept', cv } : { phase: 'empty' })

export function useCvUpload(token: string, cv: UploadedCv | null) {
  const [state, setState] = useState(() => from(cv))
  const running = useRef<AbortController>(undefined)
  const stop = useCallback(() => running.current?.abort(), [])
  useEffect(() => stop, [stop])

  // A refused form answers with the file the server has kept.
  const [known, setKnown] = useState(cv)
  if (cv && cv.id !== known?.id) {
    setKnown(cv)
    setState(from(cv))
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
        setState({ phase: 'failed', file, error: error instanceof Error ? error.message : '' })
      }
    },
    [stop, token],
  )

  const choose = useCallback(
    (file: File): boolean => {
      const error = refusalOf(file)
      if (error) {
        stop()
        const note = `${file.name}, ${fileSize(file.size)}, was not uploaded.`
        setState({ phase: 'refused', error, note })
        return false
      }
      void send(file)
      return true
    },
    [send, stop],
  )

  const remove = useCallback(() => {
    stop()
    setState({ phase: 'empty' })
  }, [stop])

  return { state, choose, send, remove, stop }
}
