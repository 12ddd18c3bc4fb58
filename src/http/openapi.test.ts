// The description of the API names exactly what the router answers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { operations } from './openapi.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

// shows: interface-38
test('every address under /api and /functions is described, and nothing else is', () => {
  const answered = app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(api|functions)\//.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(operations).toSorted()).toEqual([...new Set(answered)].toSorted())
})

// shows: interface-38, V2.1.1
test('it is served, with the schemas that check the requests', async () => {
  const { body } = await app.visitor().call<{
    openapi: string
    paths: Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>
    >
  }>('/api/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  expect(body.paths['/api/applicants/{applicantId}/status']?.patch?.requestBody?.content).toEqual({
    'application/json': {
      schema: expect.objectContaining({
        required: ['status'],
        properties: expect.objectContaining({
          status: {
            type: 'string',
            enum: ['applied', 'reviewing', 'interviewed', 'hired', 'rejected'],
          },
        }),
      }),
    },
  })
})
