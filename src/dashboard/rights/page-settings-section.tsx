// The settings of applicants' own pages: the words for each status, as they are shown there, and what else is shown.
import { useQuery } from '@tanstack/react-query'
import {
  applicantStatuses,
  statusLabel,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import {
  defaultStatusWords,
  STATUS_WORDS_MAX,
  type PageSettingsView,
} from '#domain/rights/status-words.ts'
import { t } from '#domain/texts/text.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { TextInput } from '../ui/forms/field.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { SettingsSection, StoredSettings } from '../ui/settings/settings-section.tsx'
import { useSettings } from '../ui/settings/use-settings.tsx'
import { pageSettingsQuery, useEditPageSettings } from './page-settings-api.ts'

export function PageSettingsSection() {
  const query = useQuery(pageSettingsQuery)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  return (
    <SettingsSection
      title={t('pageSettings.title')}
      text={isOwner ? t('pageSettings.hint') : t('pageSettings.hintStaff')}
    >
      <StoredSettings
        query={query}
        rows={4}
        loading={t('pageSettings.loading')}
        failed={() => t('pageSettings.fetchFailed')}
      >
        {(view) => (isOwner ? <Settings view={view} /> : <Chosen view={view} />)}
      </StoredSettings>
    </SettingsSection>
  )
}

function Settings({ view }: { view: PageSettingsView }) {
  const { mutateAsync: edit } = useEditPageSettings()
  const { onOff, text } = useSettings({
    values: { shows_opened: view.shows_opened, ...ownWordsOf(view) },
    save: ({ shows_opened, ...words }) =>
      edit(shows_opened === undefined ? { words } : { shows_opened }),
  })
  return (
    <div className="ledger">
      <div className="px-6 pt-4 pb-3 max-md:px-4">
        <LabelledSwitch
          {...onOff('shows_opened', t('pageSettings.showsOpened'))}
          hint={t('pageSettings.showsOpenedHint')}
        />
      </div>
      <div className="grid gap-x-4 gap-y-3 border-t border-line px-6 pt-4 pb-5 max-md:px-4 md:grid-cols-2">
        {applicantStatuses.map((status) => (
          <TextInput
            key={status}
            {...text(status, t('pageSettings.wordsFor', { status: statusLabel(status) }))}
            maxLength={STATUS_WORDS_MAX}
            placeholder={defaultStatusWords(status)}
            hint={status === 'rejected' ? t('pageSettings.rejectedHint') : undefined}
          />
        ))}
      </div>
    </div>
  )
}

/** Empty when the product's words are used. */
const ownWordsOf = ({ words }: PageSettingsView): Record<ApplicantStatus, string> =>
  Object.fromEntries(
    applicantStatuses.map((status) => [status, words[status].is_default ? '' : words[status].text]),
  ) as Record<ApplicantStatus, string>

function Chosen({ view }: { view: PageSettingsView }) {
  return (
    <dl className="ledger grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 px-6 py-4 max-md:px-4">
      {applicantStatuses.map((status) => (
        <div key={status} className="contents">
          <dt className="text-ink-2">{statusLabel(status)}</dt>
          <dd>{view.words[status].text}</dd>
        </div>
      ))}
    </dl>
  )
}
