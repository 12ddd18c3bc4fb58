// The shop's careers page: its words, its pictures, and the people and places that it shows.
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { Brand } from '#domain/organizations/brand.ts'
import { PICTURE_LIMITS, PROFILE_MAX, type ShopProfile } from '#domain/organizations/profile.ts'
import { t } from '#domain/texts/text.ts'
import { publicJobsLink } from '../../shell/careers/public-link.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TextArea, TextInput } from '../../ui/forms/field.tsx'
import { SettingsSection, StoredSettings } from '../../ui/settings/settings-section.tsx'
import { useSettings, type Settings } from '../../ui/settings/use-settings.tsx'
import { PictureSetting } from '../picture-setting.tsx'
import { ProfilePreview } from './profile-preview.tsx'
import { PortraitsField } from './portraits-field.tsx'
import {
  profileQuery,
  useEditProfile,
  useRemovePicture,
  useUploadPicture,
  type PageUse,
} from './profile-api.ts'

type Owner = Brand & { slug: string }

export function ProfileSection({ organization }: { organization: Owner }) {
  const query = useQuery(profileQuery)
  return (
    <SettingsSection
      title={t('profile.title')}
      text={t('profile.intro')}
      action={
        <a
          href={publicJobsLink(organization)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('outline')}
        >
          <ExternalLink size={16} className="-ms-0.5" />
          {t('profile.open')}
        </a>
      }
    >
      <StoredSettings
        query={query}
        rows={3}
        loading={t('profile.loading')}
        failed={(message) => t('profile.loadFailed', { message })}
      >
        {(profile) => <Profile brand={organization} profile={profile} />}
      </StoredSettings>
    </SettingsSection>
  )
}

type Words = { about: string; benefits: string; website: string; address: string }

const wordsOf = ({ about, benefits, website, address }: ShopProfile): Words => ({
  about: about ?? '',
  benefits: benefits.join('\n'),
  website: website ?? '',
  address: address ?? '',
})

function Profile({ brand, profile }: { brand: Owner; profile: ShopProfile }) {
  const { mutateAsync: edit } = useEditProfile()
  const settings = useSettings({
    values: wordsOf(profile),
    save: ({ benefits, ...words }) =>
      edit({
        ...words,
        ...(benefits !== undefined && {
          benefits: benefits.split('\n').filter((line) => line.trim()),
        }),
      }),
  })
  return (
    <div className="ledger grid gap-x-10 gap-y-6 px-6 pt-5 pb-6 max-md:px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <WordsFields settings={settings} />
        <PagePicture
          settings={settings}
          use="cover"
          title={t('cover.title')}
          hint={t('cover.hint')}
          picture={profile.cover}
        />
        <PagePicture
          settings={settings}
          use="picture"
          title={t('picture.title')}
          hint={t('picture.hint', { pixels: PICTURE_LIMITS.side })}
          picture={profile.picture}
        />
      </div>
      <ProfilePreview
        brand={brand}
        draft={settings.shown}
        picture={profile.picture}
        cover={profile.cover}
      />
      <PortraitsField portraits={profile.portraits} />
    </div>
  )
}

const WordsFields = ({ settings: { text } }: { settings: Settings<Words> }) => (
  <>
    <TextArea
      {...text('about', t('profile.about'))}
      rows={6}
      maxLength={PROFILE_MAX.about}
      hint={t('profile.aboutHint')}
    />
    <TextArea
      {...text('benefits', t('profile.benefits'))}
      hint={t('profile.benefitsHint', { most: PROFILE_MAX.benefits })}
    />
    <TextInput
      {...text('website', t('profile.website'))}
      type="url"
      autoComplete="url"
      maxLength={PROFILE_MAX.website}
      placeholder="https://"
    />
    <TextArea {...text('address', t('profile.address'))} rows={3} maxLength={PROFILE_MAX.address} />
  </>
)

function PagePicture({
  use,
  ...props
}: { use: PageUse } & Pick<
  Parameters<typeof PictureSetting>[0],
  'settings' | 'title' | 'hint' | 'picture'
>) {
  const { mutateAsync: upload } = useUploadPicture(use)
  const { mutateAsync: remove } = useRemovePicture(use)
  return <PictureSetting {...props} field={use} upload={upload} remove={remove} />
}
