// Which feeds of its jobs the shop publishes, and its time zone. Collapsed: most shops never change it.
import { useId, useState } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import {
  feedHref,
  feedKinds,
  type FeedKind,
  type FeedSettings,
  type FeedSettingsInput,
} from '#domain/jobs/feeds.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TextInput } from '../ui/forms/field.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { StoredSettings } from '../ui/settings/settings-section.tsx'
import { useSettings, type Settings } from '../ui/settings/use-settings.tsx'

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

type Values = Record<FeedKind, boolean> & { time_zone: string }

function Switches({ organization }: { organization: { slug: string } }) {
  const query = useQuery(feedsQuery)
  return (
    <StoredSettings
      query={query}
      rows={2}
      loading={t('screen.loading')}
      failed={(reason) => `${t('feeds.loadFailed')} ${reason}`}
    >
      {(feeds) => <Feeds organization={organization} feeds={feeds} />}
    </StoredSettings>
  )
}

function Feeds({
  organization,
  feeds: { feeds_off, time_zone },
}: {
  organization: { slug: string }
  feeds: FeedSettings
}) {
  const client = useQueryClient()
  const { mutateAsync: edit } = useServerMutation({
    call: (body: FeedSettingsInput) => call('PATCH /api/jobs/feeds', { body, keepalive: true }),
    onSuccess: (saved) => client.setQueryData(feedsQuery.queryKey, saved),
  })
  const on = feedKinds.map((kind) => [kind, !feeds_off.includes(kind)])
  const values = { ...Object.fromEntries(on), time_zone: time_zone ?? '' } as Values
  const settings = useSettings({
    values,
    save: ({ time_zone: zone }, all) =>
      edit(
        zone === undefined
          ? { feeds_off: feedKinds.filter((kind) => !all[kind]) }
          : { time_zone: zone || null },
      ),
  })
  return (
    <>
      <div className="grid gap-2">
        {feedKinds.map((kind) => (
          <LabelledSwitch
            key={kind}
            {...settings.onOff(kind, t(`feeds.kind.${kind}`))}
            hint={window.location.origin + feedHref(organization, kind)}
          />
        ))}
      </div>
      <Zone settings={settings} />
    </>
  )
}

/** Proposes the time zone of this device while none is saved. */
function Zone({ settings }: { settings: Settings<Values> }) {
  const zones = useId()
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'
  const isSet = settings.shown.time_zone.trim() !== ''
  return (
    <>
      <TextInput
        {...settings.text('time_zone', t('feeds.zone'))}
        hint={isSet ? t('feeds.zoneHint') : t('feeds.zoneNone')}
        list={zones}
        maxLength={64}
      />
      {!isSet && (
        <Button className="justify-self-start" onClick={() => settings.choose('time_zone', here)}>
          {t('feeds.useZone', { zone: here.replaceAll('_', ' ') })}
        </Button>
      )}
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
