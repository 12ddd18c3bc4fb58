// A picture as a setting: chosen, changed or removed at once, each with a way back.
import { useId, useRef, type ReactNode } from 'react'
import { logoKinds, type Logo } from '#domain/organizations/brand.ts'
import { t } from '#domain/texts/text.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/forms/field.tsx'
import type { Settings } from '../ui/settings/use-settings.tsx'

/** The product's files of pictures end with their setting, so the way back sends the bytes again. */
export async function bytesOf(picture: Logo | null): Promise<Blob | null> {
  const answer = picture && (await fetch(picture.href))
  return answer?.ok ? answer.blob() : null
}

export type PictureWords = Record<'choose' | 'change' | 'remove' | 'file', string>

export const pictureWords = (): PictureWords => ({
  choose: t('picture.choose'),
  change: t('picture.change'),
  remove: t('picture.remove'),
  file: t('picture.file'),
})

export function PictureButtons({
  hasPicture,
  isSaving,
  words = pictureWords(),
  onFile,
  onRemove,
}: {
  hasPicture: boolean
  isSaving: boolean
  words?: PictureWords
  onFile: (file: File) => void
  onRemove: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button inactive={isSaving} onClick={() => input.current?.click()}>
        {hasPicture ? words.change : words.choose}
      </Button>
      {hasPicture && (
        <Button kind="plain" inactive={isSaving} onClick={onRemove}>
          {words.remove}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.file}
        accept={Object.values(logoKinds).join()}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Allows choosing the same file again after an error.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}

type Props = {
  settings: Pick<Settings<object>, 'act' | 'beside' | 'errors' | 'isSaving'>
  field: string
  title: string
  hint: string
  picture: Logo | null
  words?: PictureWords
  upload: (file: Blob) => Promise<unknown>
  remove: () => Promise<unknown>
  /** The picture itself, where no preview shows it. */
  children?: ReactNode
}

export function PictureSetting(props: Props) {
  const { settings, field, title, hint, picture, words, upload, remove, children } = props
  const id = useId()
  const error = settings.errors[field]
  const change = (send: () => Promise<unknown>) =>
    settings.act(field, async () => {
      const before = await bytesOf(picture)
      await send()
      return () => (before ? upload(before) : remove())
    })
  return (
    <div
      role="group"
      aria-labelledby={id}
      data-setting=""
      className="grid gap-2 border-t border-line pt-5"
    >
      <div className="flex justify-between gap-2">
        <p id={id} className="text-label font-medium">
          {title}
        </p>
        {settings.beside(field, title)}
      </div>
      {error && <FieldError text={error} />}
      {children}
      <PictureButtons
        hasPicture={picture !== null}
        isSaving={settings.isSaving(field)}
        {...(words && { words })}
        onFile={(file) => change(() => upload(file))}
        onRemove={() => change(remove)}
      />
      <p className="text-meta text-ink-3">{hint}</p>
    </div>
  )
}
