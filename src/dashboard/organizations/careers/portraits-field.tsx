// People and places on the careers page: their words, order and pictures.
import { useId, useRef, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import {
  portraitKinds,
  PORTRAITS,
  type Portrait,
  type PortraitKind,
  type PortraitWords,
} from '#domain/organizations/portraits.ts'
import { t } from '#domain/texts/text.ts'
import { newUuid } from '../../shell/unsent/queue.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError, TextInput } from '../../ui/forms/field.tsx'
import { useSettings, type Settings } from '../../ui/settings/use-settings.tsx'
import { bytesOf, PictureButtons } from '../picture-setting.tsx'
import { useEditProfile, useRemovePortrait, useUploadPortrait } from './profile-api.ts'

const wordsOf = ({ id, kind, name, words }: Portrait): PortraitWords => ({ id, kind, name, words })
const isNameless = ({ name }: PortraitWords) => name.trim() === ''

/** A removed portrait is kept with its picture as long as the page is open: the server's is gone at once. */
function useSavePortraits(portraits: readonly Portrait[]) {
  const { mutateAsync: edit } = useEditProfile()
  const { mutateAsync: upload } = useUploadPortrait()
  const removed = useRef(new Map<string, Blob>())
  return async (words: readonly PortraitWords[]) => {
    for (const { id, picture } of portraits) {
      if (words.some((one) => one.id === id)) continue
      const bytes = await bytesOf(picture)
      if (bytes) removed.current.set(id, bytes)
    }
    await edit({ portraits: [...words] })
    for (const { id } of words) {
      const file = removed.current.get(id)
      removed.current.delete(id)
      if (file) await upload({ portraitId: id, file })
    }
  }
}

type Values = { portraits: readonly PortraitWords[] }

export function PortraitsField({ portraits }: { portraits: readonly Portrait[] }) {
  const heading = useId()
  const group = useRef<HTMLDivElement>(null)
  const save = useSavePortraits(portraits)
  const values: Values = { portraits: portraits.map(wordsOf) }
  const settings = useSettings({
    values,
    save: ({ portraits: words = [] }) => save(words),
    check: ({ portraits: words }) =>
      words?.some(isNameless) ? t('portraits.nameRequired') : undefined,
  })
  const { shown, errors, beside } = settings
  const add = (kind: PortraitKind) => {
    const portrait = { id: newUuid(), kind, name: '', words: '' }
    flushSync(() => settings.edit('portraits', [...shown.portraits, portrait]))
    // Before the next key.
    group.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
  }
  return (
    <div
      ref={group}
      role="group"
      // Takes the focus of a button that goes away with its row.
      tabIndex={-1}
      aria-labelledby={heading}
      data-setting=""
      className="grid gap-4 border-t border-line pt-5 md:col-span-2"
    >
      <div>
        <div className="flex justify-between gap-2">
          <h3 id={heading} className="text-label font-medium">
            {t('portraits.title')}
          </h3>
          {beside('portraits', t('portraits.title'))}
        </div>
        <p className="text-meta text-ink-3">{t('portraits.hint', { most: PORTRAITS.most })}</p>
      </div>
      {errors.portraits && !shown.portraits.some(isNameless) && (
        <FieldError text={errors.portraits} />
      )}
      <Rows {...{ settings, portraits }} onRemoved={() => group.current?.focus()} />
      <div className="flex flex-wrap gap-2">
        {portraitKinds.map((kind) => (
          <Button
            key={kind}
            inactive={shown.portraits.length >= PORTRAITS.most}
            onClick={() => add(kind)}
          >
            {kind === 'person' ? t('portraits.addPerson') : t('portraits.addPlace')}
          </Button>
        ))}
      </div>
    </div>
  )
}

type RowsProps = {
  settings: Settings<Values>
  portraits: readonly Portrait[]
  onRemoved: () => void
}

function Rows({ settings, portraits, onRemoved }: RowsProps) {
  const { shown, edit, errors } = settings
  const draft = shown.portraits
  if (draft.length === 0) return null
  const move = (place: number, by: number) => {
    const next = [...draft]
    next.splice(place + by, 0, ...next.splice(place, 1))
    edit('portraits', next)
    settings.commit('portraits')
  }
  return (
    <ul className="grid">
      {draft.map((portrait, place) => (
        <Row
          key={portrait.id}
          settings={settings}
          portrait={portrait}
          picture={portraits.find(({ id }) => id === portrait.id)?.picture ?? null}
          error={isNameless(portrait) ? errors.portraits : undefined}
          onChange={(words) =>
            edit(
              'portraits',
              draft.map((one) => (one === portrait ? { ...one, ...words } : one)),
            )
          }
          onUp={place > 0 ? () => move(place, -1) : undefined}
          onDown={place < draft.length - 1 ? () => move(place, 1) : undefined}
          onRemove={() => {
            edit(
              'portraits',
              draft.filter((one) => one !== portrait),
            )
            settings.commit('portraits')
            onRemoved()
          }}
        />
      ))}
    </ul>
  )
}

const kindLabel = (kind: PortraitKind) =>
  kind === 'person' ? t('portraits.person') : t('portraits.place')

type RowProps = {
  settings: Settings<Values>
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
  const { settings, portrait, picture, error, onChange, onUp, onDown, onRemove } = props
  const { mutateAsync: upload } = useUploadPortrait()
  const { mutateAsync: remove } = useRemovePortrait()
  const portraitId = portrait.id
  const changePicture = (send: () => Promise<unknown>) => {
    // A picture belongs to a saved portrait.
    settings.commit('portraits')
    if (portrait.name.trim() === '') return
    settings.act('portraits', async () => {
      const before = await bytesOf(picture)
      await send()
      return () => (before ? upload({ portraitId, file: before }) : remove(portraitId))
    })
  }
  const words = {
    onBlur: () => settings.commit('portraits'),
    onKeyDown: ({ key, nativeEvent }: KeyboardEvent) => {
      if (key === 'Enter' && !nativeEvent.isComposing) settings.commit('portraits')
    },
  }
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
          {...words}
        />
        <TextInput
          label={t('field.portraitWords')}
          optional
          maxLength={PORTRAITS.words}
          value={portrait.words}
          onChange={({ target }) => onChange({ words: target.value })}
          {...words}
        />
      </div>
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
          isSaving={settings.isSaving('portraits')}
          onFile={(file) => changePicture(() => upload({ portraitId, file }))}
          onRemove={() => changePicture(() => remove(portraitId))}
        />
      </div>
    </li>
  )
}
