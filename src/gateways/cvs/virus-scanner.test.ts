// The protocol of the virus scanner, also against ClamAV's real daemon where it is installed.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clamds, startScriptedClamd, type Clamd, type ScriptedClamd } from '#test/servers/clamd.ts'
import { eicar, pdfOf, pdfStream } from '#test/input/hostile-cvs.ts'
import { connectVirusScanner } from './virus-scanner.ts'

describe.each(clamds)('%s', (_, start) => {
  let clamd: Clamd
  beforeAll(async () => {
    clamd = await start()
  })
  afterAll(() => clamd.stop())
  const scan = (content: Buffer) => connectVirusScanner(clamd.url).scan(content)

  test('answers, and finds nothing in an ordinary file, whatever its size', async () => {
    const scanner = connectVirusScanner(clamd.url)
    expect(await scanner.ping()).toBe(true)
    for (const content of [Buffer.alloc(0), Buffer.from('x'), randomBytes(10 * 1024 * 1024)]) {
      expect(await scanner.scan(content)).toEqual({ infected: undefined })
    }
  })

  // shows: interface-12
  test('names what it finds', async () => {
    // The real daemon adds to the name that the signature is a local one.
    const infected = expect.stringMatching(/^Eicar-Test-Signature(?:\.UNOFFICIAL)?$/) as string
    expect(await scan(Buffer.from(eicar))).toEqual({ infected })
    expect(await scan(pdfOf([pdfStream('/Type/EmbeddedFile', eicar, '')]))).toEqual({ infected })
  })

  test('that says that a file is too large is no verdict', async () => {
    if ('answer' in clamd) await (clamd as ScriptedClamd).answer('full')
    await expect(scan(randomBytes(16 * 1024 * 1024))).rejects.toThrow(
      /size limit exceeded|StreamMaxLength/,
    )
    if ('answer' in clamd) await (clamd as ScriptedClamd).answer('look')
  })
})

describe('no verdict', () => {
  let clamd: ScriptedClamd
  beforeAll(async () => {
    clamd = await startScriptedClamd()
  })
  afterAll(() => clamd.stop())

  test.each([
    ['hang', 'No answer'],
    ['cut', 'It closed the connection'],
    ['babble', 'Not an answer'],
  ] as const)('of a scanner that does this: %s', async (how, problem) => {
    await clamd.answer(how)
    const scanner = connectVirusScanner(clamd.url, 300)
    await expect(scanner.scan(randomBytes(1_000_000))).rejects.toThrow(problem)
    expect(await scanner.ping()).toBe(false)
  })

  test.each(['clamd://127.0.0.1:9', 'clamd+unix:///nowhere/clamd.ctl', 'clamd://no.such.invalid'])(
    'where nobody listens: %s',
    async (url) => {
      await expect(connectVirusScanner(url).scan(Buffer.from('x'))).rejects.toThrow()
      expect(await connectVirusScanner(url).ping()).toBe(false)
    },
  )
})
