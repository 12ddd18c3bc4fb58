// The settings of applicants' own pages: the words for each status, as they are shown there, and what else is shown.
import { useId, useState, type SubmitEvent } from 'react'
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
import { ApiError } from '../api.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { TextInput } from '../ui/forms/field.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { Problem } from '../ui/problem.tsx'
import { SaveButton } from '../ui/store-admin/save-bar.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { pageSettingsQuery, useEditPageSettings } from './page-settings-api.ts'

export function PageSettingsSection() {
  const heading = useId()
  const view = useQuery(pageSettingsQuery)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-1 text-section font-semibold">
        {t('pageSettings.title')}
      </h2>
      <p className="mb-4 max-w-[68ch] text-ink-2">
        {isOwner ? t('pageSettings.hint') : t('pageSettings.hintStaff')}
      </p>
      {view.isPending && <SkeletonRows rows={4} label={t('pageSettings.loading')} />}
      {view.error && !view.data && (
        <Problem text={t('pageSettings.fetchFailed')} onRetry={() => void view.refetch()} />
      )}
      {view.data &&
        (isOwner ? (
          <Settings key={JSON.stringify(view.data)} view={view.data} />
        ) : (
          <Chosen view={view.data} />
        ))}
    </section>
  )
}

function Settings({ view }: { view: PageSettingsView }) {
  const edit = useEditPageSettings()
  const [words, setWords] = useState(() => ownWordsOf(view))
  const changed = applicantStatuses.filter((status) => words[status] !== ownWordsOf(view)[status])
  const fields = edit.error instanceof ApiError ? edit.error.fields : {}
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    edit.mutate({
      words: Object.fromEntries(changed.map((status) => [status, words[status]])),
    })
  }
  return (
    <div className="ledger">
      <div className="px-6 pt-4 pb-3 max-md:px-4">
        <LabelledSwitch
          label={t('pageSettings.showsOpened')}
          hint={t('pageSettings.showsOpenedHint')}
          checked={view.shows_opened}
          onChange={(shows_opened) => edit.mutate({ shows_opened })}
        />
      </div>
      <form className="border-t border-line px-6 pt-4 pb-5 max-md:px-4" onSubmit={save} noValidate>
        <div className="grid gap-x-4 gap-y-3 md:grid-cols-2">
          {applicantStatuses.map((status) => (
            <TextInput
              key={status}
              label={t('pageSettings.wordsFor', { status: statusLabel(status) })}
              maxLength={STATUS_WORDS_MAX}
              placeholder={defaultStatusWords(status)}
              value={words[status]}
              error={fields[`words.${status}`]}
              hint={status === 'rejected' ? t('pageSettings.rejectedHint') : undefined}
              onChange={(event) => setWords({ ...words, [status]: event.target.value })}
            />
          ))}
        </div>
        <SaveButton
          className="mt-4"
          isDirty={changed.length > 0}
          inactive={edit.isPending}
          onDiscard={() => {
            setWords(ownWordsOf(view))
            edit.reset()
          }}
        >
          {t('action.save')}
        </SaveButton>
      </form>
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
