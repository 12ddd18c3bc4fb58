// The shop's careers page: its words, its pictures, and the people and places that it shows.
import { useId, useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { Brand } from '#domain/organizations/brand.ts'
import { PICTURE_LIMITS, PROFILE_MAX, type ShopProfile } from '#domain/organizations/profile.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../../api.ts'
import { publicJobsLink } from '../../shell/careers/public-link.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TextArea, TextInput } from '../../ui/forms/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { SaveButton } from '../../ui/store-admin/save-bar.tsx'
import { SkeletonRows } from '../../ui/waiting.tsx'
import { ProfilePreview } from './profile-preview.tsx'
import { PictureField } from './picture-field.tsx'
import { PortraitsField } from './portraits-field.tsx'
import { profileQuery, useEditProfile } from './profile-api.ts'

type Owner = Brand & { slug: string }

export function ProfileSection({ organization }: { organization: Owner }) {
  const heading = useId()
  const { data: profile, error, isPending, refetch } = useQuery(profileQuery)
  return (
    <section aria-labelledby={heading}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={heading} className="text-section font-semibold">
            {t('profile.title')}
          </h2>
          <p className="mt-1 mb-2 text-ink-2">{t('profile.intro')}</p>
        </div>
        <a
          href={publicJobsLink(organization)}
          target="_blank"
          rel="noreferrer"
          className={`${buttonClass('outline')} mb-2`}
        >
          <ExternalLink size={16} className="-ms-0.5" />
          {t('profile.open')}
        </a>
      </div>
      {error && (
        <Problem
          text={t('profile.loadFailed', { message: reasonOf(error) })}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && !error && (
        <div className="ledger">
          <SkeletonRows rows={3} label={t('profile.loading')} />
        </div>
      )}
      {profile && <Profile brand={organization} profile={profile} />}
    </section>
  )
}

type Draft = { about: string; benefits: string; website: string; address: string }

const draftOf = ({ about, benefits, website, address }: ShopProfile): Draft => ({
  about: about ?? '',
  benefits: benefits.join('\n'),
  website: website ?? '',
  address: address ?? '',
})

function Profile({ brand, profile }: { brand: Owner; profile: ShopProfile }) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(profile))
  return (
    <div className="ledger grid gap-x-10 gap-y-6 px-6 pt-5 pb-6 max-md:px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-6">
        <Words profile={profile} draft={draft} onDraft={setDraft} />
        <PictureField
          use="cover"
          title={t('cover.title')}
          hint={t('cover.hint')}
          picture={profile.cover}
        />
        <PictureField
          use="picture"
          title={t('picture.title')}
          hint={t('picture.hint', { pixels: PICTURE_LIMITS.side })}
          picture={profile.picture}
        />
      </div>
      <ProfilePreview brand={brand} draft={draft} picture={profile.picture} cover={profile.cover} />
      <PortraitsField portraits={profile.portraits} />
    </div>
  )
}

const sentOf = (draft: Draft, field: keyof Draft) =>
  field === 'benefits' ? draft.benefits.split('\n').filter((line) => line.trim()) : draft[field]

function Words({
  profile,
  draft,
  onDraft,
}: {
  profile: ShopProfile
  draft: Draft
  onDraft: (draft: Draft) => void
}) {
  const edit = useEditProfile()
  const [errors, setErrors] = useState<Partial<Draft> & { form?: string }>({})
  const saved = draftOf(profile)
  const changed = (['about', 'benefits', 'website', 'address'] as const).filter(
    (field) => draft[field].trim() !== saved[field],
  )
  const isUnchanged = changed.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isUnchanged || edit.isPending) return
    setErrors({})
    edit.mutate(Object.fromEntries(changed.map((field) => [field, sentOf(draft, field)])), {
      onSuccess: (after) => onDraft(draftOf(after)),
      onError: (error) => {
        const fields = error instanceof ApiError ? Object.entries(error.fields) : []
        // A line of the benefits is 'benefits.3'.
        const named = fields.map(([field, message]) => [field.replace(/\.\d+$/, ''), message])
        setErrors(named.length > 0 ? Object.fromEntries(named) : { form: reasonOf(error) })
      },
    })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {errors.form && <Problem text={errors.form} />}
      <TextArea
        label={t('profile.about')}
        name="about"
        rows={6}
        maxLength={PROFILE_MAX.about}
        value={draft.about}
        onChange={(event) => onDraft({ ...draft, about: event.target.value })}
        error={errors.about}
        hint={t('profile.aboutHint')}
      />
      <TextArea
        label={t('profile.benefits')}
        name="benefits"
        rows={4}
        value={draft.benefits}
        onChange={(event) => onDraft({ ...draft, benefits: event.target.value })}
        error={errors.benefits}
        hint={t('profile.benefitsHint', { most: PROFILE_MAX.benefits })}
      />
      <TextInput
        label={t('profile.website')}
        name="website"
        type="url"
        autoComplete="url"
        maxLength={PROFILE_MAX.website}
        placeholder="https://"
        value={draft.website}
        onChange={(event) => onDraft({ ...draft, website: event.target.value })}
        error={errors.website}
      />
      <TextArea
        label={t('profile.address')}
        name="address"
        rows={3}
        maxLength={PROFILE_MAX.address}
        value={draft.address}
        onChange={(event) => onDraft({ ...draft, address: event.target.value })}
        error={errors.address}
      />
      <SaveButton
        kind="primary"
        className="justify-self-start"
        isDirty={!isUnchanged}
        inactive={edit.isPending}
        onDiscard={() => {
          onDraft(saved)
          setErrors({})
        }}
      >
        {edit.isPending ? t('action.saving') : t('action.save')}
      </SaveButton>
    </form>
  )
}
