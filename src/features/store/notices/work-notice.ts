// Handles one stored notice of the platform.
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import {
  customerNotice,
  isNoticeTopic,
  scopesNotice,
  type NoticeTopic,
} from '#domain/store/store-notices.ts'
import { findWaitingStoreNotice, updateStoreNoticeDone } from '#data/store/store-notices.ts'
import type { Deps } from '../../deps.ts'
import { announceDataRequest } from './announce-data-request.ts'
import { changeScopes, endInstallation } from './end-installation.ts'
import { redactCustomer } from './redact-customer.ts'
import { redactShop } from './redact-shop.ts'

export const NOTICE_RETRY_SECONDS = [5, 30, 300, 1800, 3600, 6 * 3600, 24 * 3600]

export async function workStoreNotice(deps: Deps, { key }: LeasedTask): Promise<void> {
  const notice = await findWaitingStoreNotice(deps.db.queries, key)
  if (!notice) return
  if (isNoticeTopic(notice.topic)) {
    const payload: unknown = JSON.parse(deps.secrets.decrypt(notice.payload_sealed ?? ''))
    await handlers[notice.topic](deps, {
      id: key,
      shop: notice.shop,
      at: new Date(notice.triggered_at),
      payload,
    })
  }
  await updateStoreNoticeDone(deps.db.queries, key)
}

/** What the platform says, and when it was so. */
type Notice = { id: string; shop: string; at: Date; payload: unknown }

/** Those that would do something twice mark the notice as done in their own transaction. */
const handlers: Record<NoticeTopic, (deps: Deps, notice: Notice) => Promise<void>> = {
  'app/uninstalled': (deps, { shop, at }) => endInstallation(deps, shop, at),
  'app/scopes_update': (deps, { payload, ...notice }) =>
    changeScopes(deps, notice, scopesNotice.parse(payload).current),
  'customers/data_request': (deps, { payload, ...notice }) =>
    announceDataRequest(deps, notice, customerNotice.parse(payload)),
  'customers/redact': (deps, { payload, ...notice }) =>
    redactCustomer(deps, notice, customerNotice.parse(payload)),
  'shop/redact': (deps, { shop, at }) => redactShop(deps, shop, at),
}
