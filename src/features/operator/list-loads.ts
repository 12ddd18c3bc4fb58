// Which organization uses how much, the one that is nearest to one of its limits first.
import { listCountedLoads, type CountedLoad } from '#data/operator/loads.ts'
import type { Deps } from '../deps.ts'

export type Load = CountedLoad & {
  /** Of its staff, at this process, in this minute. */
  requests_minute: number
  /** Of the limit that it has used most of. */
  share: number
}

export async function listLoads({
  db,
  rates,
  organizationLimits,
  cvQuota,
}: Pick<Deps, 'db' | 'rates' | 'organizationLimits' | 'cvQuota'>): Promise<Load[]> {
  const { readsPerMinute, changesPerMinute, mailsPerHour, mailsPerDay, tasks } = organizationLimits
  return (await listCountedLoads(db.queries))
    .map((load) => {
      const reads = rates.used(`reads ${load.id}`)
      const changes = rates.used(`changes ${load.id}`)
      const shares = [
        reads / readsPerMinute,
        changes / changesPerMinute,
        load.mails_hour / mailsPerHour,
        load.mails_day / mailsPerDay,
        load.tasks / tasks,
        load.cv_bytes / cvQuota.organization,
      ]
      return { ...load, requests_minute: reads + changes, share: Math.max(...shares) }
    })
    .toSorted((one, other) => other.share - one.share || one.name.localeCompare(other.name, 'en'))
}
