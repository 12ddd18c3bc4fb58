// Forms that no browser sends: truncated, mislabelled or endless. None may crash the server or leave a file behind.
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { textOf } from '#test/html.ts'
import { rawRequest, sendRaw } from '#test/input/raw-request.ts'

const app = await openApp()
const job = await app.job(await app.owner())

let people = 0
const proof = () => app.grant(`sam-${++people}@example.com`, job)
const address = () => `/embed?step=apply&roleId=${job.id}`

// What is announced by the connection runs outside of the request, unless it is brought back.
test.each([
  ['a file', '"cvFile"; filename="CV"\r\n\r\n{\\rtf1 Maya}', 'Diese Datei ist vom Typ RTF'],
  ['a field', `"firstName"\r\n\r\n${'x'.repeat(110 * 1024)}`, 'zu groß'],
])(
  '%s that arrives after the head of the request is refused in its language',
  async (_, part, sentence) => {
    const head = '--x\r\ncontent-disposition: form-data; name='
    const token = `${head}"token"\r\n\r\n${await proof()}\r\n`
    const { port, hostname } = new URL(app.url)
    const sent = request({
      port,
      hostname,
      method: 'POST',
      path: '/api/applications/cv?lang=de',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    sent.flushHeaders()
    for (const bytes of [token, `${head}${part}`, '\r\n--x--\r\n']) {
      await setTimeout(50)
      sent.write(bytes)
    }
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(await text(response)).toContain(sentence)
  },
)

describe('a form that did not arrive whole', () => {
  const head = '--x\r\ncontent-disposition: form-data; name='
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  const unfinished = (token: string) =>
    `${head}"token"\r\n\r\n${token}\r\n${head}"cvFile"; filename="cv.pdf"\r\n\r\n%PDF-1.4 and then`

  test.each([
    ['has no end', multipart, `${head}"firstName"\r\n\r\nMaya`],
    ['has no boundary', { 'content-type': 'multipart/form-data' }, `${head}"a"\r\n\r\nb\r\n--x--`],
    ['has another boundary', multipart, '--y\r\n\r\n\r\n--y--'],
    ['is no form', { 'content-type': 'text/plain' }, 'firstName=Maya'],
    ['has no type', {}, 'firstName=Maya'],
  ])('%s', async (_, headers, body) => {
    const { status, body: html } = await sendRaw(
      app.url,
      rawRequest('POST', address(), headers, body),
    )
    expect(status).toBe(400)
    expect(textOf(html)).toContain('Part of the form did not arrive. Please send it again.')
  })

  test('ends in the middle of its file', async () => {
    const token = await proof()
    const request = rawRequest('POST', address(), multipart, unfinished(token))
    expect((await sendRaw(app.url, request)).status).toBe(400)
    await expect.poll(() => readdir(app.deps.files.stagingFolder)).toEqual([])
  })

  test('is cut off with the connection, and leaves nothing behind', async () => {
    const token = await proof()
    const promised = { ...multipart, 'content-length': '5000000' }
    const request = rawRequest('POST', address(), promised, unfinished(token))
    await sendRaw(app.url, request, { hangUp: true })
    await expect.poll(() => readdir(app.deps.files.stagingFolder)).toEqual([])
  })

  test.each([
    ['of an unknown character set', 'content-type: text/plain; charset=nonsense\r\n', 'Ma\xffya'],
    ['that is base64', 'content-transfer-encoding: base64\r\n', 'TWF5YQ=='],
  ])('has a field %s', async (_, line, value) => {
    const token = await proof()
    const body = `${head}"token"\r\n\r\n${token}\r\n${head}"firstName"\r\n${line}\r\n${value}\r\n--x--`
    const { status } = await sendRaw(app.url, rawRequest('POST', address(), multipart, body))
    expect(status).toBe(400)
  })

  test('has ten thousand fields', async () => {
    const body = Array.from({ length: 10_000 }, (_, n) => `f${n}=x`).join('&')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await sendRaw(app.url, rawRequest('POST', address(), headers, body))).status).toBe(413)
  })
})
