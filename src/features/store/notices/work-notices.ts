// The background work of stores: what they told, and pages that are behind their jobs. One thing after the other.
import { AppError } from '#domain/errors.ts'
import {
  customerNotice,
  isNoticeTopic,
  scopesNotice,
  type NoticeTopic,
} from '#domain/store/store-notices.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  findNextStoreNoticeDelay,
  updateDueStoreNotice,
  updateStoreNoticeDone,
  updateStoreNoticeFailed,
  type StoreNotice,
} from '#data/store/store-notices.ts'
import { findNextStoreSyncDelay, updateDueStoreSync } from '#data/store/store-syncs.ts'
import type { Deps } from '../../deps.ts'
import { openStore } from '../pages/open-store.ts'
import { noteProblem, syncPages } from '../pages/sync-pages.ts'
import { announceDataRequest } from './announce-data-request.ts'
import { changeScopes, endInstallation } from './end-installation.ts'
import { redactCustomer } from './redact-customer.ts'
import { redactShop } from './redact-shop.ts'

/** Longer than one notice takes: a process that dies leaves it to the next. */
const LEASE_SECONDS = 120
const RETRY_SECONDS = [5, 30, 300, 1800, 3600, 6 * 3600, 24 * 3600]
const PAGES_RETRY_SECONDS = [60, 300, 1800, 2 * 3600, 6 * 3600]

/** Resolves when nothing is due; with the seconds until something will be, or undefined when nothing waits. */
export async function workStores(deps: Deps): Promise<number | undefined> {
  if (!deps.stores) return undefined
  const db = deps.db.queries
  while (!deps.closing.aborted) {
    const notice = await updateDueStoreNotice(db, LEASE_SECONDS)
    if (notice) {
      await workNotice(deps, notice)
      continue
    }
    const due = await updateDueStoreSync(db, LEASE_SECONDS)
    if (!due) break
    await writePages(deps, due.organization_id, due.attempts)
  }
  const delays = [await findNextStoreNoticeDelay(db), await findNextStoreSyncDelay(db)]
  const known = delays.filter((delay) => delay !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

async function workNotice(deps: Deps, notice: StoreNotice): Promise<void> {
  const { id, topic, shop, attempts } = notice
  try {
    if (isNoticeTopic(topic)) await obey(deps, topic, notice)
    await updateStoreNoticeDone(deps.db.queries, id)
  } catch (error) {
    const retry = RETRY_SECONDS[attempts - 1] ?? null
    const what = 'a notice of a store was not worked'
    const details = { topic, shop, attempts, retry }
    if (!deps.warnOfOutside(error, what, details)) {
      deps.log.error({ err: error, ...details }, what)
    }
    await updateStoreNoticeFailed(deps.db.queries, id, retry)
  }
}

async function obey(deps: Deps, topic: NoticeTopic, notice: StoreNotice): Promise<void> {
  const { shop } = notice
  const at = new Date(notice.triggered_at)
  const said: unknown = JSON.parse(deps.secrets.decrypt(notice.payload_sealed ?? ''))
  if (topic === 'app/uninstalled') return endInstallation(deps, shop, at)
  if (topic === 'shop/redact') return redactShop(deps, shop, at)
  if (topic === 'app/scopes_update') {
    const { current } = scopesNotice.parse(said)
    return changeScopes(deps, shop, current, at)
  }
  const customer = customerNotice.parse(said)
  if (topic === 'customers/redact') return redactCustomer(deps, shop, customer)
  return announceDataRequest(deps, shop, customer, at)
}

async function writePages(
  deps: Deps,
  organizationId: OrganizationId,
  attempts: number,
): Promise<void> {
  try {
    const store = await openStore(deps, organizationId)
    await syncPages(deps, organizationId, store, 'after-change')
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'store.unreachable'
    const retry = PAGES_RETRY_SECONDS[attempts - 1] ?? 86_400
    const what = 'store pages are behind'
    const details = { organization: organizationId, retry }
    if (!deps.warnOfOutside(error, what, details)) {
      deps.log.error({ err: error, ...details }, what)
    }
    await noteProblem(deps, organizationId, code, retry)
  }
}
