// Choosing, changing and removing a picture of the careers page.
import { useId, useRef } from 'react'
import { logoKinds, type Logo } from '#domain/organizations/brand.ts'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useRemovePicture, useUploadPicture, type PageUse } from './profile-api.ts'

type ButtonsProps = {
  hasPicture: boolean
  isUploading: boolean
  isRemoving: boolean
  onFile: (file: File) => void
  onRemove: () => void
}

export function PictureButtons({
  hasPicture,
  isUploading,
  isRemoving,
  onFile,
  onRemove,
}: ButtonsProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button inactive={isUploading} onClick={() => input.current?.click()}>
        {uploadWord(isUploading, hasPicture)}
      </Button>
      {hasPicture && (
        <Button kind="plain" inactive={isRemoving} onClick={onRemove}>
          {t('picture.remove')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('picture.file')}
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

function uploadWord(isPending: boolean, hasPicture: boolean): string {
  if (isPending) return t('logo.uploading')
  return hasPicture ? t('picture.change') : t('picture.choose')
}

type FieldProps = { use: PageUse; title: string; hint: string; picture: Logo | null }

export function PictureField({ use, title, hint, picture }: FieldProps) {
  const id = useId()
  const upload = useUploadPicture(use)
  const remove = useRemovePicture(use)
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2 border-t border-line pt-5">
      <p id={id} className="text-label font-medium">
        {title}
      </p>
      {upload.error && <Problem text={reasonOf(upload.error)} />}
      <PictureButtons
        hasPicture={picture !== null}
        isUploading={upload.isPending}
        isRemoving={remove.isPending}
        onFile={(file) => upload.mutate(file)}
        onRemove={() => remove.mutate()}
      />
      <p className="text-meta text-ink-3">{hint}</p>
    </div>
  )
}
