// The description of the API names exactly what the router answers.
import { expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { contracts } from '#domain/contracts.ts'

const app = await openApp()

// shows: interface-38
test('every address under /api and /functions has a contract, and every contract an address', () => {
  const answered = new Set(
    app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`),
  )
  const ours = [...answered].filter((address) => / \/(api|functions)\//.test(address))
  expect(ours.filter((address) => !Object.hasOwn(contracts, address))).toEqual([])
  expect(Object.keys(contracts).filter((address) => !answered.has(address))).toEqual([])
})

// shows: interface-38, V2.1.1
test('it is served, with the schemas of requests and answers', async () => {
  const { body } = await app.visitor().call<{
    openapi: string
    paths: Record<
      string,
      Record<
        string,
        {
          requestBody?: { content: Record<string, { schema: object }> }
          responses: Record<string, { content: Record<string, { schema: object }> }>
        }
      >
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
  expect(body.paths['/api/jobs/{jobId}']?.get?.responses['200']?.content).toEqual({
    'application/json': {
      schema: expect.objectContaining({
        properties: expect.objectContaining({ revision: { type: 'number' } }),
      }),
    },
  })
})
