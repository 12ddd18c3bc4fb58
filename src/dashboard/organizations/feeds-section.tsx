// Which feeds of its jobs the shop publishes, and its time zone. Collapsed: most shops never change it.
import { useId, useState } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { feedHref, feedKinds, type FeedSettingsInput } from '#domain/jobs/feeds.ts'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TextInput } from '../ui/forms/field.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { Problem } from '../ui/problem.tsx'
import { SaveButton } from '../ui/store-admin/save-bar.tsx'

const feedsQuery = queryOptions({
  queryKey: ['job-feeds'],
  queryFn: ({ signal }) => call('GET /api/jobs/feeds', { signal }),
})

export function FeedsSection({ organization }: { organization: { slug: string } }) {
  const [isOpen, setOpen] = useState(false)
  const part = useId()
  return (
    <section>
      <h2 className="text-section font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={part}
          onClick={() => setOpen(!isOpen)}
          className="-ms-1.5 inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-control ps-0.5 pe-2 hover:bg-sunken max-md:min-h-11"
        >
          <ChevronRight
            size={16}
            className={classNames('flex-none text-ink-3', isOpen && 'rotate-90')}
          />
          {t('feeds.title')}
        </button>
      </h2>
      {isOpen && (
        <div id={part} className="mt-2 grid max-w-2xl gap-4">
          <p className="text-ink-2">{t('feeds.intro')}</p>
          <Switches organization={organization} />
        </div>
      )}
    </section>
  )
}

function Switches({ organization }: { organization: { slug: string } }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(feedsQuery)
  const save = useServerMutation({
    call: (body: FeedSettingsInput) => call('PATCH /api/jobs/feeds', { body }),
    done: t('feeds.saved'),
    failed: t('feeds.failed'),
    onSuccess: (saved) => client.setQueryData(feedsQuery.queryKey, saved),
  })
  if (error) {
    return (
      <Problem
        text={`${t('feeds.loadFailed')} ${reasonOf(error)}`}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return null
  return (
    <>
      <div className="grid gap-2">
        {feedKinds.map((kind) => (
          <LabelledSwitch
            key={kind}
            label={t(`feeds.kind.${kind}`)}
            hint={window.location.origin + feedHref(organization, kind)}
            checked={!data.feeds_off.includes(kind)}
            onChange={(isOn) =>
              save.mutate({
                feeds_off: isOn
                  ? data.feeds_off.filter((each) => each !== kind)
                  : [...data.feeds_off, kind],
              })
            }
          />
        ))}
      </div>
      <Zone
        key={data.time_zone}
        zone={data.time_zone}
        isSaving={save.isPending}
        onSave={(time_zone) => save.mutate({ time_zone })}
      />
    </>
  )
}

/** Proposes the time zone of this device while none is saved. */
function Zone({
  zone,
  isSaving,
  onSave,
}: {
  zone: string | null
  isSaving: boolean
  onSave: (zone: string | null) => void
}) {
  const [typed, setTyped] = useState(
    zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC',
  )
  const zones = useId()
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(typed.trim() || null)
      }}
    >
      <TextInput
        className="flex-[1_1_260px]"
        label={t('feeds.zone')}
        hint={zone ? t('feeds.zoneHint') : t('feeds.zoneNone')}
        list={zones}
        maxLength={64}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      {zone === null ? (
        // The proposal is taken as it is, too.
        <Button type="submit" inactive={isSaving} className="mb-[22px]">
          {t('feeds.saveZone')}
        </Button>
      ) : (
        <SaveButton
          isDirty={typed !== zone}
          inactive={isSaving}
          onDiscard={() => setTyped(zone)}
          className="mb-[22px]"
        >
          {t('feeds.saveZone')}
        </SaveButton>
      )}
    </form>
  )
}
