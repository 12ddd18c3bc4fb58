// The CV: a plain file input without scripts; with scripts the file is uploaded at once. A refused file blocks the form until
// it is replaced or removed, so that no application is sent without its CV by accident.
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { CV_ACCEPT, fileSize, type UploadedCv } from '#domain/cvs/cvs.ts'
import { rich, t } from '#domain/texts/text.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { describedBy, FieldFrame } from '../steps/field.tsx'
import { useScripted } from '../use-scripted.ts'
import { useCvUpload, type CvState, type CvUpload } from './use-cv-upload.ts'

type Props = {
  token: string
  cv: UploadedCv | null
  /** The errors of the server's answer; the one about the file is among them. */
  errors: ApplicationErrors
  /** The file that was here has waited for too long. */
  isGone: boolean
  /** Called when a file was chosen, or a refused one removed. */
  onMended: () => void
  /** The form's id when the field is outside of its form. */
  form?: string
}

function errorOf(state: CvState, isUndecided: boolean): string | undefined {
  if (state.phase === 'refused') return isUndecided ? t('application.fileUndecided') : state.error
  if (state.phase !== 'failed') return undefined
  // The title belongs to its error text (docs/specification.md §8).
  return state.error === t('application.uploadFailed')
    ? `${t('application.uploadFailedTitle')}: ${state.error}`
    : state.error
}

function hintOf(state: CvState, isUndecided: boolean, isGone: boolean): string {
  if (isGone && state.phase === 'empty') return t('application.cvAgain')
  const reason = state.phase === 'refused' ? (isUndecided ? state.error : state.note) : null
  return reason ?? t('careers.cv.hint')
}

/** The size is said of an uploaded file. */
function chosenOf(state: CvState): { name: string; size?: number } | null {
  if (state.phase === 'kept') return { name: state.cv.name, size: state.cv.size }
  return 'file' in state ? { name: state.file.name } : null
}

/** The chosen file and its buttons. */
function Chosen({
  name,
  size,
  remove,
  removeRef,
  children,
}: {
  name: string
  size?: number
  remove: () => void
  removeRef: Ref<HTMLButtonElement>
  children: ReactNode
}) {
  const scripted = useScripted()
  return (
    <div className="file">
      <span>
        {name} {size !== undefined && <small>{fileSize(size)}</small>}
      </span>
      {children}
      {scripted && (
        <button ref={removeRef} type="button" className="button outline" onClick={remove}>
          {t('careers.cv.remove')}
          <span className="visually-hidden">{` ${name}`}</span>
        </button>
      )}
    </div>
  )
}

export function CvField({ token, cv, errors, isGone, onMended, form }: Props) {
  const scripted = useScripted()
  const given = { cv, error: errors.cvFile, answer: errors }
  const upload = useCvUpload(token, given)
  const { state, choose, send } = upload
  const isRefused = state.phase === 'refused'
  const { input, isUndecided, drop } = useFileInput(upload, onMended)
  const cvId = state.phase === 'kept' ? state.cv.id : ''
  const uploaded = useAnnouncedId(cvId)

  const chosen = chosenOf(state)
  const isReplaced = scripted && chosen !== null && state.phase !== 'failed'
  const removeButton = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // A hidden field would lose the focus to the top of the page.
    if (isReplaced && document.activeElement === input.current) removeButton.current?.focus()
  }, [isReplaced, input])
  const shown = errorOf(state, isUndecided)
  const hint = hintOf(state, isUndecided, isGone)
  const frame = {
    id: 'cvFile',
    label: t('careers.cv.label'),
    optional: true,
    error: shown,
    hint,
    wide: true,
  }

  return (
    <FieldFrame {...frame}>
      <input ref={uploaded} type="hidden" name="cvId" value={cvId} form={form} />
      {isRefused && <input type="hidden" name="cvRefused" value="yes" form={form} />}
      {chosen && (
        <Chosen {...chosen} removeRef={removeButton} remove={drop}>
          <Progress state={state} onRetry={send} />
        </Chosen>
      )}
      <div className={shown ? 'drop bad' : 'drop'} hidden={isReplaced}>
        <span aria-hidden="true">{isRefused ? t('careers.cv.chooseAnother') : <DropHere />}</span>
        <input
          ref={input}
          type="file"
          id="cvFile"
          name="cvFile"
          accept={CV_ACCEPT}
          form={form}
          aria-invalid={shown ? true : undefined}
          aria-describedby={describedBy(frame)}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file && choose(file)) onMended()
          }}
        />
        {isRefused && scripted && <RemoveFile onRemove={drop} />}
      </div>
      {isRefused && !scripted && (
        <label className="tick">
          <input type="checkbox" name="withoutCv" value="yes" form={form} />
          <span>{t('careers.cv.removeAndSubmit')}</span>
        </label>
      )}
    </FieldFrame>
  )
}

/** The input of the file in its form, which is not sent with a refused file and whose reset starts over. */
function useFileInput(
  { state, choose, remove, carry }: CvUpload,
  onMended: () => void,
): {
  input: RefObject<HTMLInputElement | null>
  isUndecided: boolean
  /** Removes the file, and leads back to the input. */
  drop: () => void
} {
  const input = useRef<HTMLInputElement>(null)
  /** The person tried to submit the form with a refused file. */
  const [isUndecided, setUndecided] = useState(false)
  const isRefused = state.phase === 'refused'
  const takeEarly = useEffectEvent(() => {
    const early = input.current?.files?.[0]
    // The form was submitted already and is sent as soon as React listens, with the file in it.
    if (input.current?.form?.querySelector('button[aria-busy]')) return
    if (early && choose(early)) onMended()
  })
  // Chosen before React was loaded.
  useEffect(() => takeEarly(), [choose])
  useEffect(() => {
    // The file was uploaded or refused: the form must not send it again.
    if ((state.phase === 'kept' || isRefused) && input.current) input.current.value = ''
    if (!isRefused) setUndecided(false)
  }, [state.phase, isRefused])
  const submit = useEffectEvent((event: SubmitEvent) => {
    if (!isRefused) return carry()
    event.preventDefault()
    // Other listeners must not submit it either.
    event.stopPropagation()
    setUndecided(true)
    input.current?.focus()
  })
  const startOver = useEffectEvent(() => {
    remove()
    onMended()
  })
  useEffect(() => {
    const owner = input.current?.form
    owner?.addEventListener('submit', submit)
    owner?.addEventListener('reset', startOver)
    return () => {
      owner?.removeEventListener('submit', submit)
      owner?.removeEventListener('reset', startOver)
    }
  }, [])
  const drop = () => {
    if (input.current) input.current.value = ''
    // Rendered at once, because the button with the focus leaves, and a key pressed now belongs to the field.
    flushSync(() => {
      remove()
      onMended()
    })
    input.current?.focus()
  }
  return { input, isUndecided, drop }
}

/** The hidden field with the id of the uploaded file: a change of it is announced to the draft, as no person types into it. */
function useAnnouncedId(cvId: string): RefObject<HTMLInputElement | null> {
  const uploaded = useRef<HTMLInputElement>(null)
  const knownId = useRef(cvId)
  useEffect(() => {
    if (knownId.current === cvId) return
    knownId.current = cvId
    uploaded.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [cvId])
  return uploaded
}

function Progress({
  state,
  onRetry,
}: {
  state: CvState
  onRetry: (file: File) => Promise<unknown>
}) {
  return (
    <>
      {state.phase === 'sending' && (
        <progress aria-label={t('careers.cv.uploading')} max={1} value={state.share} />
      )}
      {state.phase === 'failed' && (
        <button type="button" className="button outline" onClick={() => void onRetry(state.file)}>
          {t('careers.cv.retry')}
        </button>
      )}
    </>
  )
}

/** Dropping only with scripts: without them nothing can remove the file. */
const DropHere = () => (
  <>
    {rich('careers.cv.drop', {
      part: (text) => (
        <span key="part" className="mouse">
          {text}
        </span>
      ),
      part2: (text) => (
        <span key="part2" className="mouse">
          {text}
        </span>
      ),
    })}
  </>
)

function RemoveFile({ onRemove }: { onRemove: () => void }) {
  return (
    <button type="button" className="button outline" onClick={onRemove}>
      {rich('careers.cv.removeFile', {
        part: (text) => (
          <span key="part" className="visually-hidden">
            {text}
          </span>
        ),
      })}
    </button>
  )
}
