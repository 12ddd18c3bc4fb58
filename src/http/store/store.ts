// /api/store: what is connected, and the way of a merchant from the store and back.
import { Hono } from 'hono'
import { shopOfVisit } from '#domain/store/store-entry.ts'
import { callbackInput, disconnectInput, enterInput, linkInput } from '#domain/store/store-input.ts'
import { disconnectStore } from '#features/store/disconnect-store.ts'
import { enter } from '#features/store/route-store-visit.ts'
import { linkStore } from '#features/store/link-store.ts'
import { finishInstall } from '#features/store/finish-install.ts'
import { readStore, readStoreApp } from '#features/store/read-store.ts'
import type { Env } from '../context.ts'
import {
  dropInstallState,
  installState,
  keepInstallState,
  keepSentTo,
  sentTo,
} from './install-cookies.ts'
import { readJson } from '../json-body.ts'

export const storeRoutes = new Hono<Env>()
  .get('/', async (c) => c.json(await readStore(c.var.deps, c.var.actor)))
  .get('/app', (c) => c.json(readStoreApp(c.var.deps, c.req.query('shop') ?? '')))
  .post('/enter', async (c) => {
    const { query, is_framed: isFramed, referrer } = await readJson(c, enterInput)
    const visit = { query, isFramed, referrer }
    const { state, ...entered } = await enter(c.var.deps, c.var.actor, visit, {
      state: installState(c),
      sentTo: sentTo(c),
    })
    const shop = shopOfVisit(visit)
    if (state) keepInstallState(c, state)
    else if (query.code || query.error) dropInstallState(c)
    else if (entered.is_top && shop) keepSentTo(c, shop)
    return c.json(entered)
  })
  .post('/callback', async (c) => {
    const { query } = await readJson(c, callbackInput)
    const finished = await finishInstall(c.var.deps, c.var.actor, { query, state: installState(c) })
    dropInstallState(c)
    const { shop, began_at, is_linked, is_stored } = finished
    return c.json({ shop, began_at, is_linked, is_stored })
  })
  .post('/disconnect', async (c) => {
    await disconnectStore(c.var.deps, c.var.actor, await readJson(c, disconnectInput))
    return c.body(null, 204)
  })
  .post('/link', async (c) =>
    c.json(await linkStore(c.var.deps, c.var.actor, await readJson(c, linkInput))),
  )
