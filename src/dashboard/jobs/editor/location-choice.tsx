// The place of a job from the store's locations: the chosen one is copied into the job's own facts, which can be
// changed afterwards.
import { useId, useState } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { MapPin, X } from 'lucide-react'
import { addressText } from '#domain/jobs/facts-in-words.ts'
import {
  FACT_LIMITS,
  firstPlace,
  noFacts,
  placeFields,
  type JobPlace,
} from '#domain/jobs/job-facts.ts'
import { placeKindOf } from '#domain/jobs/jobs.ts'
import type { StoreLocation } from '#domain/store/store-locations.ts'
import { LOCATIONS_SCOPE } from '#domain/store/store.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../../api.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { useLiveEvent } from '../../shell/live/live.tsx'
import { memberOf, useSession } from '../../shell/session/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/forms/choice.tsx'
import { isInAdmin, requestScopes } from '../../ui/store-admin/admin-frame.ts'
import { factsDraftOf, knownFacts, type FactsDraft } from './facts-draft.ts'
import { fieldLabel, type JobDraft } from './job-draft.ts'

type Props = { draft: JobDraft; onChange: (values: Partial<JobDraft>) => void }
type Errors = Readonly<Record<string, string>>

const locationsQuery = queryOptions({
  queryKey: ['store', 'locations'],
  queryFn: ({ signal }) => call('GET /api/store/locations', { signal }),
  staleTime: 5 * 60_000,
})

/**
 * Nothing without a store, or without a person who could grant its permission; the fields beside it accept every place.
 */
export function LocationChoice({ draft, onChange, errors }: Props & { errors: Errors }) {
  const { data, isError } = useQuery(locationsQuery)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const client = useQueryClient()
  useLiveEvent(
    'store.changed',
    () => void client.invalidateQueries({ queryKey: locationsQuery.queryKey }),
  )
  if (draft.is_remote || placeKindOf(draft.location) === 'remote') return null
  const locations = data?.locations ?? []
  // 'further_places.1.street' is about the second of them.
  const refused = Object.entries(errors).find(([field]) => field.startsWith('further_places'))?.[1]
  const canAsk = data?.is_permission_missing && isOwner
  return (
    <>
      {isError && <p className="text-label text-ink-2">{t('job.locations.failed')}</p>}
      {locations.length > 0 && <Choice locations={locations} draft={draft} onChange={onChange} />}
      {locations.length === 0 && canAsk && <Ask />}
      <FurtherPlaces locations={locations} draft={draft} onChange={onChange} />
      {refused && <p className="text-label text-danger-text">{refused}</p>}
    </>
  )
}

const isAt = (place: JobPlace, location: JobPlace): boolean =>
  placeFields.every((field) => location[field] === place[field])

function placeDraft(place: JobPlace): Pick<FactsDraft, (typeof placeFields)[number]> {
  const { street, town, region, postcode, country } = factsDraftOf({ ...noFacts, ...place })
  return { street, town, region, postcode, country }
}

type Located = Props & { locations: readonly StoreLocation[] }

const optionsOf = (locations: readonly StoreLocation[]) =>
  locations.map(({ key, name, shop_name: shop }) => ({
    value: key,
    label: shop ? t('job.locations.ofShop', { name, shop }) : name,
  }))

function Choice({ locations, draft, onChange }: Located) {
  const chosen = locations.find((location) => isAt(knownFacts(draft), location))
  const choose = (key: string) => {
    const location = locations.find((each) => each.key === key)
    const place = placeDraft(location ?? noFacts)
    onChange(
      location
        ? {
            ...place,
            location: townsOf([location, ...draft.further_places]) || location.name,
            further_places: draft.further_places.filter((each) => !isAt(each, location)),
          }
        : place,
    )
  }
  return (
    <div className="grid gap-1.5">
      <ChoiceField
        label={t('job.locations.label')}
        options={[{ value: '', label: t('job.locations.none') }, ...optionsOf(locations)]}
        value={chosen?.key ?? ''}
        onChange={choose}
      />
      <p className="text-meta text-ink-3">
        {(chosen && addressText(chosen)) ?? t('job.locations.hint')}
      </p>
    </div>
  )
}

/** As applicants read them: 'Leeds, York'. */
const townsOf = (places: readonly JobPlace[]): string =>
  [...new Set(places.flatMap(({ town }) => town ?? []))].join(', ')

/**
 * A job in several shops. Its first place is in the fields; the others can be removed even after the store was
 * disconnected.
 */
function FurtherPlaces({ locations, draft, onChange }: Located) {
  const heading = useId()
  const first = firstPlace(knownFacts(draft))
  const further = draft.further_places
  const left = locations.filter((location) =>
    [first, ...further].every((place) => !isAt(place, location)),
  )
  const isFirstGiven = addressText(first) !== ''
  const change = (places: readonly JobPlace[]) =>
    onChange({ further_places: places, location: townsOf([first, ...places]) || draft.location })
  const canAdd = isFirstGiven && left.length > 0 && further.length < FACT_LIMITS.further_places
  if (further.length === 0 && !canAdd) return null
  return (
    <div className="grid gap-2">
      {further.length > 0 && (
        <p id={heading} className="text-label font-medium">
          {fieldLabel('further_places')}
        </p>
      )}
      {further.length > 0 && (
        <ul aria-labelledby={heading} className="grid gap-1">
          {further.map((place, number) => (
            <li
              key={addressText(place)}
              className="flex items-center gap-2 rounded-control border border-line ps-3 text-label"
            >
              <span className="min-w-0 flex-1 py-1.5 break-words">{addressText(place)}</span>
              <IconButton
                name={t('job.locations.remove', { place: addressText(place) })}
                onClick={() => change(further.filter((_, at) => at !== number))}
              >
                <X size={15} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {canAdd && (
        <ChoiceField
          label={t('job.locations.more')}
          options={[{ value: '', label: t('job.locations.none') }, ...optionsOf(left)]}
          value=""
          onChange={(key) => {
            const location = left.find((each) => each.key === key)
            if (location) change([...further, firstPlace(location)])
          }}
        />
      )}
    </div>
  )
}

/**
 * In the admin the platform asks in its own dialog; elsewhere on its own page in a new tab, so that no input is lost.
 */
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
