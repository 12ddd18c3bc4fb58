// Receives notices (webhooks) of the platform: stores each once, however often it is delivered; the background handles it.
import { AppError } from '#domain/errors.ts'
import { readShop } from '#domain/store/store.ts'
import { isNoticeTopic, namedShopNotice } from '#domain/store/store-notices.ts'
import { insertStoreNotice } from '#data/store/store-notices.ts'
import type { Deps } from '../../deps.ts'

const STORES_BEGAN = Date.UTC(2004, 0)

export type DeliveredNotice = {
  body: string
  signature: string
  topic: string
  shop: string
  webhookId: string
  eventId: string
  triggeredAt: string
}

/** Throws AppError: store.signatureWrong, store.noticeInvalid. Accepts and ignores unknown topics. */
export async function receiveNotice(deps: Deps, notice: DeliveredNotice): Promise<void> {
  if (!deps.stores) throw new AppError('store.notConfigured')
  if (!notice.body || !notice.signature) throw new AppError('store.noticeInvalid')
  if (!(await deps.stores.app.isBodySigned(notice.body, notice.signature))) {
    throw new AppError('store.signatureWrong')
  }
  const topic = notice.topic.trim().toLowerCase()
  const sender = readShop(notice.shop)
  const body = namedShopNotice.safeParse(parsed(notice.body))
  const triggered = Date.parse(notice.triggeredAt)
  if (!topic || !sender || !notice.webhookId || !body.success) {
    throw new AppError('store.noticeInvalid')
  }
  if (!isNoticeTopic(topic)) return
  const received = {
    webhook_id: notice.webhookId.slice(0, 200),
    event_id: (notice.eventId || notice.webhookId).slice(0, 200),
    topic,
    // The signature covers the body alone: a header counts only where the body names no shop.
    shop: body.data ?? sender,
    // Without a timestamp: now. Otherwise limited to the time between the first stores and now.
    triggered_at: new Date(
      Math.max(STORES_BEGAN, Math.min(Number.isNaN(triggered) ? Infinity : triggered, Date.now())),
    ).toISOString(),
    payload_sealed: deps.secrets.encrypt(notice.body),
  }
  await deps.db.transaction((tx) => insertStoreNotice(tx, received))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
