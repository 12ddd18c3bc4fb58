// Writes the open jobs into the metafields that the theme's block reads. The index in the store contains digests of the
// content: only differences are written.
import { AppError } from '#domain/errors.ts'
import { brandOf } from '#domain/organizations/brand.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { PROXY_PATH } from '#domain/store/proxy-call.ts'
import {
  canonicalJson,
  INDEX_KEY,
  THEME_NAMESPACE,
  themeContent,
  type ThemeContent,
  type ThemeIndex,
} from '#domain/store/theme-jobs.ts'
import type { TextCode } from '#domain/texts/text.ts'
import type { LeasedTask, TaskOutcome } from '#domain/tasks/tasks.ts'
import { listPublishedJobs } from '#data/jobs/published-jobs.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { findStoreRemoval } from '#data/store/store-removals.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { listLivingStores, updateThemeProblem } from '#data/store/store-sessions.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { StoreOperation, Stores } from '#gateways/store/shopify.ts'
import {
  deleteThemeJobs,
  themeJobsIndex,
  themeJobsKept,
  writeThemeJobs as writeFields,
} from '#gateways/store/shopify-operations.ts'
import type { Deps } from '../../deps.ts'
import { retryOf } from '../retry-of.ts'
import { storeRootOf } from '../pages/open-store.ts'
import { keepLease, LeaseLost } from './keep-lease.ts'

/** More than are shown, so that the list can show how many further jobs there are. */
const JOBS_READ = 1000
/** The platform takes 25 at once; fewer keep a request below a megabyte. */
const FIELDS_AT_ONCE = 8
/** All languages with all their parts, and the index. */
const FIELDS_MAX = 100

/** Longer than one request may take. After a crash another process writes what is missing. */
export const THEME_LEASE_SECONDS = 120

const digestOf = (text: string): string => hashOf(text).toString('hex')

/** Retried until the store has them, or the app no longer. */
export async function writeThemeJobs(deps: Deps, task: LeasedTask): Promise<TaskOutcome | void> {
  const { organization_id: organizationId, key: shop, attempts } = task
  const { stores } = deps
  if (!organizationId || !stores) return
  try {
    const content = await readContent(deps, stores, organizationId, shop)
    const keep = () => keepLease(deps, task, THEME_LEASE_SECONDS)
    if (content) await writeContent(openFields(deps, stores, shop, keep), content)
    await recordProblem(deps, organizationId, shop, null)
  } catch (error) {
    if (error instanceof LeaseLost) return
    const { code, seconds } = retryOf(error, attempts)
    // The first failure of a busy store is usually over before a person could read about it.
    if (attempts > 1 || !isPassing(code)) await recordProblem(deps, organizationId, shop, code)
    const what = 'the jobs in a theme are behind'
    const details = { organization: organizationId, shop, retry: seconds }
    if (!deps.warnOfExternalFailure(error, what, details)) {
      deps.log.error({ err: error, ...details }, what)
    }
    return { seconds }
  }
}

const isPassing = (code: TextCode) =>
  code === 'store.unreachable' || code === 'store.throttled' || code === 'store.secretRefused'

/** Shown to owners. */
const recordProblem = (
  deps: Deps,
  organizationId: OrganizationId,
  shop: string,
  problem: TextCode | null,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    if (await updateThemeProblem(tx, organizationId, shop, problem)) {
      await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
    }
  })

/** Removes all jobs from the theme of a store. `keep`: called before each request. Throws its errors and those of `Stores.ask`. */
export async function removeThemeJobs(
  deps: Deps,
  stores: Stores,
  shop: string,
  keep?: () => Promise<void>,
): Promise<void> {
  const fields = openFields(deps, stores, shop, keep)
  const { owner } = await fields.readIndex()
  const { currentAppInstallation } = await fields.ask(themeJobsKept, {
    namespace: THEME_NAMESPACE,
    first: FIELDS_MAX,
  })
  await fields.remove(
    owner,
    currentAppInstallation.metafields.nodes.map(({ key }) => key),
  )
}

/** Undefined when the store no longer belongs to the organization, or everything was removed from it. */
function readContent(
  deps: Deps,
  stores: Stores,
  organizationId: OrganizationId,
  shop: string,
): Promise<ThemeContent | undefined> {
  return deps.db.readForOrganization(organizationId, async (tx) => {
    const store = (await listLivingStores(tx, organizationId)).find((one) => one.shop === shop)
    const organization = await findOrganization(tx, organizationId)
    if (!store || !organization) return undefined
    if (await findStoreRemoval(tx, organizationId, shop)) return undefined
    const jobs = await listPublishedJobs(tx, organizationId, JOBS_READ)
    const { name, logo } = brandOf(organization)
    const root = storeRootOf(stores, shop, store.primary_domain)
    const path = store.proxy_path ?? PROXY_PATH
    return themeContent(
      jobs,
      {
        name,
        language: organization.language,
        logoUrl: logo && `${deps.appUrl}${logo.href}`,
      },
      {
        path,
        jobUrl: (slug) => `${root}${path}/${encodeURIComponent(slug)}`,
        digestOf,
      },
    )
  })
}

type Fields = ReturnType<typeof openFields>

function openFields(deps: Deps, stores: Stores, shop: string, keep?: () => Promise<void>) {
  const ask = async <Answer>(
    operation: StoreOperation<Answer>,
    variables: Record<string, unknown>,
  ): Promise<Answer> => {
    await keep?.()
    // Each request has its own time: a long write is not cut in its middle.
    return stores.ask(shop, operation, variables, stores.app.deadline(deps.closing))
  }

  return {
    ask,
    async readIndex(): Promise<{ owner: string; index: Partial<ThemeIndex> }> {
      const { currentAppInstallation: found } = await ask(themeJobsIndex, {
        namespace: THEME_NAMESPACE,
        key: INDEX_KEY,
      })
      return { owner: found.id, index: parsed(found.metafield?.value ?? '{}') }
    },
    async write(owner: string, values: readonly (readonly [key: string, value: unknown])[]) {
      for (let from = 0; from < values.length; from += FIELDS_AT_ONCE) {
        const metafields = values.slice(from, from + FIELDS_AT_ONCE).map(([key, value]) => ({
          ownerId: owner,
          namespace: THEME_NAMESPACE,
          key,
          type: 'json',
          value: JSON.stringify(value),
        }))
        const { metafieldsSet } = await ask(writeFields, { metafields })
        refuse(metafieldsSet.userErrors)
      }
    },
    async remove(owner: string, keys: readonly string[]) {
      for (let from = 0; from < keys.length; from += FIELDS_AT_ONCE) {
        const metafields = keys
          .slice(from, from + FIELDS_AT_ONCE)
          .map((key) => ({ ownerId: owner, namespace: THEME_NAMESPACE, key }))
        const { metafieldsDelete } = await ask(deleteThemeJobs, { metafields })
        refuse(metafieldsDelete.userErrors)
      }
    },
  }
}

/**
 * Writes the parts first and their index last: after an interruption the index names no new part, so the next run
 * writes the rest.
 */
async function writeContent(fields: Fields, { index, parts }: ThemeContent): Promise<void> {
  const { owner, index: former } = await fields.readIndex()
  if (canonicalJson(former) === canonicalJson(index)) return
  const changed = Object.keys(parts).filter((key) => former.digests?.[key] !== index.digests[key])
  await fields.write(
    owner,
    changed.map((key) => [key, parts[key]] as const),
  )
  if (changed.length > 0) await checkKept(fields, index, changed)
  await fields.write(owner, [[INDEX_KEY, index]])
  const gone = Object.keys(former.digests ?? {}).filter((key) => !Object.hasOwn(parts, key))
  await fields.remove(owner, gone)
}

/** Writes again when the store has other content. */
async function checkKept(
  fields: Fields,
  index: ThemeIndex,
  written: readonly string[],
): Promise<void> {
  const { currentAppInstallation } = await fields.ask(themeJobsKept, {
    namespace: THEME_NAMESPACE,
    first: FIELDS_MAX,
  })
  const kept = new Map(
    currentAppInstallation.metafields.nodes.map(({ key, value }) => [key, value]),
  )
  const lost = written.filter(
    (key) => digestOf(canonicalJson(parsed(kept.get(key) ?? 'null'))) !== index.digests[key],
  )
  if (lost.length > 0) {
    throw new AppError('store.unreachable', { cause: `the store did not keep ${lost.join(', ')}` })
  }
}

function parsed(value: string): Record<string, never> {
  try {
    return JSON.parse(value) as Record<string, never>
  } catch {
    return {}
  }
}

function refuse(userErrors: readonly { message: string }[]): void {
  if (userErrors.length === 0) return
  throw new AppError('store.themeRefused', {
    cause: userErrors.map(({ message }) => message).join('; '),
  })
}
