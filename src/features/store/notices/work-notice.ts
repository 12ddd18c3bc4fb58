// Handles one stored notice of the platform.
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import {
  customerNotice,
  isNoticeTopic,
  scopesNotice,
  type NoticeTopic,
} from '#domain/store/store-notices.ts'
import {
  findWaitingStoreNotice,
  updateStoreNoticeDone,
  type StoreNotice,
} from '#data/store/store-notices.ts'
import type { Deps } from '../../deps.ts'
import { announceDataRequest } from './announce-data-request.ts'
import { changeScopes, endInstallation } from './end-installation.ts'
import { redactCustomer } from './redact-customer.ts'
import { redactShop } from './redact-shop.ts'

export const NOTICE_RETRY_SECONDS = [5, 30, 300, 1800, 3600, 6 * 3600, 24 * 3600]

export async function workStoreNotice(deps: Deps, { key }: LeasedTask): Promise<void> {
  const notice = await findWaitingStoreNotice(deps.db.queries, key)
  if (!notice) return
  if (isNoticeTopic(notice.topic)) await obey(deps, notice.topic, notice)
  await updateStoreNoticeDone(deps.db.queries, key)
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
