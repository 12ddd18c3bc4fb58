// People and places on the careers page: their words and order are saved together, a picture at once.
import { useId, useRef, useState, type FormEvent } from 'react'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import {
  portraitKinds,
  PORTRAITS,
  type Portrait,
  type PortraitKind,
  type PortraitWords,
} from '#domain/organizations/portraits.ts'
import type { ShopProfile } from '#domain/organizations/profile.ts'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../../api.ts'
import { newUuid } from '../../shell/unsent/queue.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/forms/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { SaveButton } from '../../ui/store-admin/save-bar.tsx'
import { PictureButtons } from './picture-field.tsx'
import { useEditProfile, useRemovePortrait, useUploadPortrait } from './profile-api.ts'

const wordsOf = ({ id, kind, name, words }: Portrait): PortraitWords => ({ id, kind, name, words })
const draftOf = ({ portraits }: Pick<ShopProfile, 'portraits'>) => portraits.map(wordsOf)

export function PortraitsField({ portraits }: { portraits: readonly Portrait[] }) {
  const heading = useId()
  const saved = portraits.map(wordsOf)
  const [draft, setDraft] = useState(saved)
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const edit = useEditProfile()
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const save = (then?: () => void) => {
    if (edit.isPending) return
    setIsChecked(true)
    if (draft.some(({ name }) => name.trim() === '')) return
    edit.mutate(
      { portraits: draft },
      {
        onSuccess: (after) => {
          setDraft(draftOf(after))
          then?.()
        },
      },
    )
  }
  const add = (kind: PortraitKind) => {
    setDraft([...draft, { id: newUuid(), kind, name: '', words: '' }])
    // The new row's name.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus(),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty) save()
  }
  return (
    <form
      ref={form}
      // Takes the focus of a button that goes away with its row.
      tabIndex={-1}
      noValidate
      aria-labelledby={heading}
      onSubmit={submit}
      className="grid gap-4 border-t border-line pt-5 md:col-span-2"
    >
      <div>
        <h3 id={heading} className="text-label font-medium">
          {t('portraits.title')}
        </h3>
        <p className="text-meta text-ink-3">{t('portraits.hint', { most: PORTRAITS.most })}</p>
      </div>
      {edit.error && <Problem text={reasonOf(edit.error)} />}
      <Rows
        {...{ draft, portraits, isChecked }}
        onDraft={setDraft}
        onRemoved={() => form.current?.focus()}
        onSaved={(then) => (isDirty ? save(then) : then())}
      />
      <div className="flex flex-wrap gap-2">
        <SaveButton
          kind="primary"
          isDirty={isDirty}
          inactive={edit.isPending}
          onDiscard={() => setDraft(saved)}
        >
          {edit.isPending ? t('action.saving') : t('action.save')}
        </SaveButton>
        {portraitKinds.map((kind) => (
          <Button key={kind} inactive={draft.length >= PORTRAITS.most} onClick={() => add(kind)}>
            {kind === 'person' ? t('portraits.addPerson') : t('portraits.addPlace')}
          </Button>
        ))}
      </div>
    </form>
  )
}

type RowsProps = {
  draft: readonly PortraitWords[]
  portraits: readonly Portrait[]
  /** Whether a missing name is shown as an error. */
  isChecked: boolean
  onDraft: (draft: PortraitWords[]) => void
  onRemoved: () => void
  /** A picture belongs to a saved portrait: saves what is not saved, then goes on. */
  onSaved: (then: () => void) => void
}

function Rows({ draft, portraits, isChecked, onDraft, onRemoved, onSaved }: RowsProps) {
  if (draft.length === 0) return null
  const move = (place: number, by: number) => {
    const next = [...draft]
    next.splice(place + by, 0, ...next.splice(place, 1))
    onDraft(next)
  }
  return (
    <ul className="grid">
      {draft.map((portrait, place) => (
        <Row
          key={portrait.id}
          portrait={portrait}
          picture={portraits.find(({ id }) => id === portrait.id)?.picture ?? null}
          error={isChecked && portrait.name.trim() === '' ? t('portraits.nameRequired') : undefined}
          onChange={(words) =>
            onDraft(draft.map((one) => (one === portrait ? { ...one, ...words } : one)))
          }
          onUp={place > 0 ? () => move(place, -1) : undefined}
          onDown={place < draft.length - 1 ? () => move(place, 1) : undefined}
          onRemove={() => {
            onDraft(draft.filter((one) => one !== portrait))
            onRemoved()
          }}
          onSaved={onSaved}
        />
      ))}
    </ul>
  )
}

const kindLabel = (kind: PortraitKind) =>
  kind === 'person' ? t('portraits.person') : t('portraits.place')

type RowProps = Pick<RowsProps, 'onSaved'> & {
  portrait: PortraitWords
  picture: Portrait['picture']
  error: string | undefined
  onChange: (words: Partial<PortraitWords>) => void
  /** Undefined for the first. */
  onUp: (() => void) | undefined
  /** Undefined for the last. */
  onDown: (() => void) | undefined
  onRemove: () => void
}

function Row(props: RowProps) {
  const { portrait, picture, error, onChange, onUp, onDown, onRemove, onSaved } = props
  const upload = useUploadPortrait()
  const remove = useRemovePortrait()
  return (
    <li
      aria-label={[kindLabel(portrait.kind), portrait.name].filter(Boolean).join(': ')}
      className="grid gap-3 border-t border-line py-4"
    >
      <div className="flex items-center gap-1">
        <p className="me-auto text-label font-medium">{kindLabel(portrait.kind)}</p>
        <IconButton name={t('portraits.up')} inactive={!onUp} onClick={onUp}>
          <ArrowUp size={16} />
        </IconButton>
        <IconButton name={t('portraits.down')} inactive={!onDown} onClick={onDown}>
          <ArrowDown size={16} />
        </IconButton>
        <IconButton name={t('action.remove')} onClick={onRemove}>
          <Trash2 size={16} />
        </IconButton>
      </div>
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <TextInput
          label={t('field.portraitName')}
          maxLength={PORTRAITS.name}
          value={portrait.name}
          error={error}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextInput
          label={t('field.portraitWords')}
          optional
          maxLength={PORTRAITS.words}
          value={portrait.words}
          onChange={({ target }) => onChange({ words: target.value })}
        />
      </div>
      {upload.error && <Problem text={reasonOf(upload.error)} />}
      <div className="flex items-center gap-3">
        {picture && (
          <img
            src={picture.href}
            width={picture.width}
            height={picture.height}
            alt=""
            className="size-11 rounded-control object-cover"
          />
        )}
        <PictureButtons
          hasPicture={picture !== null}
          isUploading={upload.isPending}
          isRemoving={remove.isPending}
          onFile={(file) => onSaved(() => upload.mutate({ portraitId: portrait.id, file }))}
          onRemove={() => remove.mutate(portrait.id)}
        />
      </div>
    </li>
  )
}
