// The place of a job from the locations of the store: what is chosen becomes the job's own facts, which can be changed afterwards.
import { useState } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { addressText } from '#domain/jobs/facts-in-words.ts'
import { noFacts } from '#domain/jobs/job-facts.ts'
import { placeKindOf } from '#domain/jobs/jobs.ts'
import type { StoreLocation } from '#domain/store/store-locations.ts'
import { LOCATIONS_SCOPE } from '#domain/store/store.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../../api.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { useLiveEvent } from '../../shell/live/live.tsx'
import { memberOf, useSession } from '../../shell/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/forms/choice.tsx'
import { isInAdmin, requestScopes } from '../../ui/store-admin/admin-frame.ts'
import { factsDraftOf, knownFacts, type FactsDraft } from './facts-draft.ts'
import type { JobDraft } from './job-draft.ts'

type Props = { draft: JobDraft; onChange: (values: Partial<JobDraft>) => void }

const locationsQuery = queryOptions({
  queryKey: ['store', 'locations'],
  queryFn: ({ signal }) => call('GET /api/store/locations', { signal }),
  staleTime: 5 * 60_000,
})

/** Nothing where there is no store, or nobody who could give its permission; the fields beside it take every place. */
export function LocationChoice({ draft, onChange }: Props) {
  const { data, isError } = useQuery(locationsQuery)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const client = useQueryClient()
  useLiveEvent(
    'store.changed',
    () => void client.invalidateQueries({ queryKey: locationsQuery.queryKey }),
  )
  if (draft.is_remote || placeKindOf(draft.location) === 'remote') return null
  if (isError) return <p className="text-label text-ink-2">{t('job.locations.failed')}</p>
  if (data && data.locations.length > 0) {
    return <Choice locations={data.locations} draft={draft} onChange={onChange} />
  }
  return data?.is_permission_missing && isOwner ? <Ask /> : null
}

const placeFields = ['street', 'town', 'region', 'postcode', 'country'] as const

const addressOf = (location: StoreLocation) => addressText({ ...noFacts, ...location })

function placeOf(location: StoreLocation): Pick<FactsDraft, (typeof placeFields)[number]> {
  const { street, town, region, postcode, country } = factsDraftOf({ ...noFacts, ...location })
  return { street, town, region, postcode, country }
}

function Choice({ locations, draft, onChange }: Props & { locations: readonly StoreLocation[] }) {
  const known = knownFacts(draft)
  const chosen = locations.find((location) =>
    placeFields.every((field) => location[field] === known[field]),
  )
  const choose = (key: string) => {
    const location = locations.find((each) => each.key === key)
    onChange(
      location
        ? { ...placeOf(location), location: location.town ?? location.name }
        : placeOf({ ...noFacts, key: '', name: '', shop_name: null }),
    )
  }
  return (
    <div className="grid gap-1.5">
      <ChoiceField
        label={t('job.locations.label')}
        options={[
          { value: '', label: t('job.locations.none') },
          ...locations.map(({ key, name, shop_name: shop }) => ({
            value: key,
            label: shop ? t('job.locations.ofShop', { name, shop }) : name,
          })),
        ]}
        value={chosen?.key ?? ''}
        onChange={choose}
      />
      <p className="text-meta text-ink-3">
        {(chosen && addressOf(chosen)) ?? t('job.locations.hint')}
      </p>
    </div>
  )
}

/** In the admin the platform asks in a dialog of its own; elsewhere on a page of its own, beside this one, where nothing typed is lost. */
function Ask() {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const check = useServerMutation({
    call: () => call('GET /api/store/locations', { query: { checked: 'true' } }),
    failed: t('job.locations.failed'),
    onSuccess: (view) => client.setQueryData(locationsQuery.queryKey, view),
  })
  const lead = useServerMutation({
    call: () => call('POST /api/store/permission', { body: { scope: LOCATIONS_SCOPE } }),
    failed: t('store.installUrlFailed'),
    onSuccess: ({ go }) => {
      window.open(go, '_blank', 'noopener')
      setAsked(true)
    },
  })
  const ask = async () => {
    if (!isInAdmin()) return lead.mutate(undefined)
    if (await requestScopes([LOCATIONS_SCOPE])) check.mutate(undefined)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-label text-ink-2">
      <Button
        inactive={check.isPending || lead.isPending}
        onClick={() => (isAsked ? check.mutate(undefined) : void ask())}
      >
        <MapPin size={15} />
        {isAsked ? t('job.locations.given') : t('job.locations.ask')}
      </Button>
      <span className="min-w-0 flex-1 basis-48">{t('job.locations.askHint')}</span>
    </div>
  )
}
