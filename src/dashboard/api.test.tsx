// The dashboard's calls: what a refusal becomes.
import { afterEach, expect, test, vi } from 'vitest'
import { errorKinds } from '#domain/errors.ts'
import { ApiError, call } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

test('every code of a refusal is known as one, and comes from the server', async () => {
  let code = ''
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ error: { code, message: 'No.' } }, { status: 409 })),
  )
  const unknown: string[] = []
  for (code of Object.keys(errorKinds)) {
    const error = await call('GET /api/jobs').catch((refusal: unknown) => refusal)
    if (!(error instanceof ApiError)) throw error
    if (error.code !== code || !error.isFromServer) unknown.push(code)
  }
  expect(unknown).toEqual([])
})
