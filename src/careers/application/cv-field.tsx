// The CV: a plain file input without scripts, uploaded at once with them.
import { useEffect, useRef, type ChangeEvent } from 'react'
import { CV_ACCEPT, fileSize, type UploadedCv } from '#domain/cvs.ts'
import { messages } from '#domain/messages.ts'
import { describedBy, FieldFrame } from '../field.tsx'
import { useScripted } from '../use-scripted.ts'
import { useCvUpload, type CvState } from './use-cv-upload.ts'

type Props = {
  token: string
  cv: UploadedCv | null
  error: string | undefined
  /** The form's id where the field stands outside of its form. */
  form?: string
}

function errorOf(state: CvState, fromServer: string | undefined): string | undefined {
  switch (state.phase) {
    case 'refused':
      return state.error
    case 'failed':
      return `${messages['application.uploadFailedTitle']}: ${state.error}`
    case 'empty':
      return fromServer
    default:
      return undefined
  }
}

export function CvField({ token, cv, error, form }: Props) {
  const scripted = useScripted()
  const { state, choose, send, remove, stop } = useCvUpload(token, cv)
  const input = useRef<HTMLInputElement>(null)

  const clear = () => {
    if (input.current) input.current.value = ''
  }
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    if (file && !choose(file)) clear()
  }

  useEffect(() => {
    // Chosen before React was here.
    const early = input.current?.files?.[0]
    if (early) choose(early)
  }, [choose])
  useEffect(() => {
    // The uploaded copy counts now; the form must not carry the file a second time.
    if (state.phase === 'kept') clear()
  }, [state.phase])
  useEffect(() => {
    // Sent while still on its way: the form itself carries the file.
    const owner = input.current?.form
    owner?.addEventListener('submit', stop)
    return () => owner?.removeEventListener('submit', stop)
  }, [stop])

  const shown = errorOf(state, error)
  const hint = state.phase === 'refused' ? state.note : 'Also called a resume.'
  const frame = { id: 'cvFile', label: 'CV', optional: true, error: shown, hint, wide: true }
  const kept = state.phase === 'kept' ? state.cv : null

  return (
    <FieldFrame {...frame}>
      <input type="hidden" name="cvId" value={kept?.id ?? ''} form={form} />
      {kept && (
        <div className="file">
          <span>
            {kept.name} <small>{fileSize(kept.size)}</small>
          </span>
          {scripted && (
            <button
              type="button"
              className="b o"
              onClick={() => {
                remove()
                requestAnimationFrame(() => input.current?.focus())
              }}
            >
              Remove<span className="h">{` ${kept.name}`}</span>
            </button>
          )}
        </div>
      )}
      {state.phase === 'sending' && (
        <div className="file">
          <span>{state.file.name}</span>
          <progress aria-label="Uploading CV" max={1} value={state.share} />
        </div>
      )}
      {state.phase === 'failed' && (
        <div className="file">
          <span>{state.file.name}</span>
          <button type="button" className="b o" onClick={() => void send(state.file)}>
            Retry upload
          </button>
        </div>
      )}
      <div
        className={shown ? 'drop bad' : 'drop'}
        hidden={scripted && (state.phase === 'kept' || state.phase === 'sending')}
      >
        <span aria-hidden="true">Drop a PDF, DOC or DOCX here, max 10 MB</span>
        <input
          ref={input}
          type="file"
          id="cvFile"
          name="cvFile"
          accept={CV_ACCEPT}
          form={form}
          aria-invalid={shown ? true : undefined}
          aria-describedby={describedBy(frame)}
          onChange={change}
        />
      </div>
    </FieldFrame>
  )
}
