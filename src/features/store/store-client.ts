// Sends requests to connected stores with a valid token: refreshes it before it expires, in one process at a time.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#data/database.ts'
import { findStoredSession, type StoredSession } from '#data/store/store-sessions.ts'
import {
  clearStoreTokens,
  leaseStoreRefresh,
  releaseStoreRefresh,
  updateStoreTokens,
  type EncryptedTokens,
} from '#data/store/store-tokens.ts'
import { AppError } from '#domain/errors.ts'
import { REFRESH_BEFORE_MS, whyNoStore } from '#domain/store/store.ts'
import type { Clock } from '#gateways/clock.ts'
import type { Secrets } from '#gateways/secrets.ts'
import type { StoreApp, Stores, StoreTokens } from '#gateways/store/shopify.ts'

/** Longer than a refresh request may take. After a crash another process takes over. */
const LEASE_MS = 15_000
const POLL_MS = 100

export function encryptTokens(secrets: Secrets, tokens: StoreTokens): EncryptedTokens {
  const { access_token, refresh_token, ...rest } = tokens
  return {
    ...rest,
    access_token_sealed: secrets.encrypt(access_token),
    refresh_token_sealed: refresh_token === null ? null : secrets.encrypt(refresh_token),
  }
}

/**
 * Throws the errors of `StoreApp.ask` and AppError store.notConnected, store.uninstalled, store.disconnected. After
 * store.unauthorized the store must be connected again.
 */
export function createStoreClient(
  app: StoreApp,
  { db, secrets, clock }: { db: Database; secrets: Secrets; clock: Clock },
): Stores {
  /** An encrypted access token that is valid for some minutes more and is not `refused`; refreshes when needed. */
  async function readValidToken(shop: string, until: AbortSignal, refused?: string) {
    for (
      const giveUp = Date.now() + LEASE_MS;
      Date.now() < giveUp && !until.aborted;
      await wait(POLL_MS)
    ) {
      const session = await findStoredSession(db.queries, shop)
      if (!session) throw new AppError('store.notConnected')
      if (session.uninstalled_at) throw new AppError(whyNoStore(session))
      const encrypted = session.access_token_sealed
      if (!encrypted) throw new AppError('store.unauthorized')
      const now = clock.now()
      const ends = session.expires_at ? Date.parse(session.expires_at) : Infinity
      if (encrypted !== refused && ends - now.getTime() > REFRESH_BEFORE_MS) return encrypted
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      if (await leaseStoreRefresh(db.queries, shop, encrypted, now, leasedUntil)) {
        const refreshed = await refresh(session, now, leasedUntil)
        if (refreshed) return refreshed
      }
    }
    throw new AppError('store.unreachable')
  }

  /** Undefined when other tokens were stored meanwhile: the merchant has connected the store again. */
  async function refresh(
    session: StoredSession,
    now: Date,
    leasedUntil: Date,
  ): Promise<string | undefined> {
    const { shop, refresh_token_sealed: encrypted, refresh_expires_at: ends } = session
    if (!encrypted || (ends && Date.parse(ends) <= now.getTime())) {
      await clearStoreTokens(db.queries, shop, session.access_token_sealed)
      throw new AppError('store.unauthorized')
    }
    try {
      const tokens = encryptTokens(
        secrets,
        await app.refreshTokens(shop, secrets.decrypt(encrypted)),
      )
      // Stored before use, so that a crash cannot lose the new refresh token.
      const isStored = await updateStoreTokens(db.queries, shop, leasedUntil, tokens)
      return isStored ? tokens.access_token_sealed : undefined
    } catch (error) {
      if (error instanceof AppError && error.code === 'store.exchangeFailed') {
        if (!(await clearStoreTokens(db.queries, shop, session.access_token_sealed)))
          return undefined
        throw new AppError('store.unauthorized', { cause: error })
      }
      await releaseStoreRefresh(db.queries, shop, leasedUntil)
      throw error
    }
  }

  return {
    app,
    async renew(shop) {
      const session = await findStoredSession(db.queries, shop)
      const encrypted = session?.access_token_sealed
      if (!session || session.uninstalled_at || !encrypted) return
      const now = clock.now()
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      // Not leased: another process is renewing them.
      if (await leaseStoreRefresh(db.queries, shop, encrypted, now, leasedUntil)) {
        await refresh(session, now, leasedUntil)
      }
    },
    async ask(shop, operation, variables, signal) {
      const deadline = app.deadline(signal)
      const encrypted = await readValidToken(shop, deadline)
      const askWith = (token: string) =>
        app.ask(shop, secrets.decrypt(token), operation, variables, deadline)
      try {
        return await askWith(encrypted)
      } catch (error) {
        if (!isUnauthorized(error)) throw error
        const refreshed = await readValidToken(shop, deadline, encrypted)
        return await askWith(refreshed).catch(async (again: unknown) => {
          if (isUnauthorized(again)) await clearStoreTokens(db.queries, shop, refreshed)
          throw again
        })
      }
    },
  }
}

const isUnauthorized = (error: unknown) =>
  error instanceof AppError && error.code === 'store.unauthorized'
