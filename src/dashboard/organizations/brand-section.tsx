// Owners' settings of the brand: name, colour and logo, with a preview beside them.
import { useId, useRef, useState, type FormEvent } from 'react'
import { accentOf } from '#domain/careers/accent.ts'
import { DEFAULT_COLOR, givenColor } from '#domain/careers/color.ts'
import { LOGO_LIMITS, logoKinds, logoSize, type Brand } from '#domain/organizations/brand.ts'
import { t } from '#domain/texts/text.ts'
import { ORGANIZATION_NAME_MAX } from '#domain/organizations/organizations.ts'
import { ApiError, reasonOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/forms/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { SaveButton } from '../ui/store-admin/save-bar.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { useEditBrand, useRemoveLogo, useUploadLogo } from './organizations-api.ts'

export function BrandSection({ brand }: { brand: Brand }) {
  const heading = useId()
  const [draft, setDraft] = useState<Draft>(draftOf(brand))
  // Another owner may save as well: untouched fields follow their values.
  const [known, setKnown] = useState(brand)
  if (known.name !== brand.name || known.accent !== brand.accent) {
    setKnown(brand)
    setDraft({
      name: draft.name === known.name ? brand.name : draft.name,
      color: draft.color === draftOf(known).color ? draftOf(brand).color : draft.color,
    })
  }
  const shown = {
    ...brand,
    name: draft.name.trim() || brand.name,
    accent: givenColor(draft.color) ?? brand.accent,
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-section font-semibold">
        {t('brand.title')}
      </h2>
      <p className="mt-1 mb-2 text-ink-2">{t('brand.intro')}</p>
      <div className="ledger grid gap-x-10 gap-y-6 px-6 pt-5 pb-6 max-md:px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-6">
          <Words brand={brand} draft={draft} onDraft={setDraft} />
          <LogoField brand={brand} />
        </div>
        <BrandPreview brand={shown} />
      </div>
    </section>
  )
}

type Draft = { name: string; color: string }

const draftOf = ({ name, accent }: Brand): Draft => ({ name, color: `#${accent ?? DEFAULT_COLOR}` })

/** How the colour is made readable, if it must be. */
function contrastNote(color: string): string {
  const { veil, on } = accentOf(color)
  if (on !== '#FFFFFF') return t('brand.accentDarkWords')
  if (veil > 0) return t('brand.accentDarkened')
  return t('brand.accentReadable')
}

function Words({
  brand,
  draft,
  onDraft,
}: {
  brand: Brand
  draft: Draft
  onDraft: (draft: Draft) => void
}) {
  const edit = useEditBrand()
  const [errors, setErrors] = useState<{ name?: string; accent?: string; form?: string }>({})
  const name = draft.name.trim()
  const color = givenColor(draft.color.trim())
  const isRenamed = name !== brand.name
  const isRecoloured = draft.color.trim().toUpperCase() !== draftOf(brand).color
  const isUnchanged = !isRenamed && !isRecoloured
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isUnchanged || edit.isPending) return
    const found = {
      ...(name === '' && { name: t('organization.nameRequired') }),
      ...(color === null && { accent: t('brand.accentInvalid') }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    edit.mutate(
      { ...(isRenamed && { name }), ...(isRecoloured && { accent: color }) },
      {
        onSuccess: (saved) => onDraft(draftOf(saved)),
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {}
          setErrors(Object.keys(fields).length > 0 ? fields : { form: reasonOf(error) })
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {errors.form && <Problem text={errors.form} />}
      <TextInput
        label={t('organization.nameLabel')}
        name="organization"
        autoComplete="organization"
        maxLength={ORGANIZATION_NAME_MAX}
        value={draft.name}
        onChange={(event) => onDraft({ ...draft, name: event.target.value })}
        error={errors.name}
        hint={t('brand.nameHint')}
      />
      <div className="flex items-start gap-2">
        <TextInput
          className="flex-1"
          label={t('brand.accentLabel')}
          name="accent"
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={draft.color}
          onChange={(event) => onDraft({ ...draft, color: event.target.value })}
          error={errors.accent}
          hint={contrastNote(color ?? brand.accent ?? DEFAULT_COLOR)}
        />
        <input
          type="color"
          aria-label={t('brand.accentPicker')}
          value={`#${color ?? brand.accent ?? DEFAULT_COLOR}`.toLowerCase()}
          onChange={(event) => onDraft({ ...draft, color: event.target.value.toUpperCase() })}
          className="mt-6 h-9 w-12 cursor-pointer rounded-control border border-field bg-surface p-1 max-md:h-11"
        />
      </div>
      <SaveButton
        kind="primary"
        className="justify-self-start"
        isDirty={!isUnchanged}
        inactive={edit.isPending}
        onDiscard={() => {
          onDraft(draftOf(brand))
          setErrors({})
        }}
      >
        {edit.isPending ? t('action.saving') : t('action.save')}
      </SaveButton>
    </form>
  )
}

function LogoField({ brand: { logo, name } }: { brand: Brand }) {
  const id = useId()
  const upload = useUploadLogo()
  const remove = useRemoveLogo()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2 border-t border-line pt-5">
      <p id={id} className="text-label font-medium">
        {t('logo.title')}
      </p>
      {upload.error && <Problem text={reasonOf(upload.error)} />}
      {logo && (
        // White in the dark theme too, as in mails and in the widget.
        <span className="justify-self-start rounded-control border border-line bg-white p-3">
          <img src={logo.href} {...logoSize(logo)} alt={t('logo.of', { organization: name })} />
        </span>
      )}
      <div className="flex flex-wrap gap-2">
        <Button inactive={upload.isPending} onClick={() => input.current?.click()}>
          {uploadWord(upload.isPending, logo !== null)}
        </Button>
        {logo && (
          <Button kind="plain" inactive={remove.isPending} onClick={() => remove.mutate()}>
            {t('logo.remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('logo.file')}
        accept={Object.values(logoKinds).join()}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Allows choosing the same file again after an error.
          currentTarget.value = ''
          if (file) upload.mutate(file)
        }}
      />
      <p className="text-meta text-ink-3">{t('logo.hint', { pixels: LOGO_LIMITS.side })}</p>
    </div>
  )
}

function uploadWord(isPending: boolean, hasLogo: boolean): string {
  if (isPending) return t('logo.uploading')
  return hasLogo ? t('logo.change') : t('logo.choose')
}
