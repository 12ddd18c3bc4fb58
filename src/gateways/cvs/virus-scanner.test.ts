// The protocol of the virus scanner, also against ClamAV's real daemon where it is installed.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clamds, startScriptedClamd, type Clamd, type ScriptedClamd } from '#test/servers/clamd.ts'
import { eicar, pdfOf, pdfStream } from '#test/input/hostile-cvs.ts'
import { connectVirusScanner, ScannerError } from './virus-scanner.ts'

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

  test('that says that a file is too large is no verdict', { tags: 'slow' }, async () => {
    if ('answer' in clamd) await (clamd as ScriptedClamd).answer('full')
    await expect(scan(randomBytes(16 * 1024 * 1024))).rejects.toThrow(
      /size limit exceeded|StreamMaxLength/,
    )
    if ('answer' in clamd) await (clamd as ScriptedClamd).answer('look')
  })
})

describe('only its own word for it makes a file clean', () => {
  let answer: (string | Buffer)[]
  let isEarly: boolean
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    let isAnswered = false
    socket
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk])
        // Its command is followed by one piece, whose end is a length of zero.
        const isComplete = received.length >= 'zINSTREAM\0'.length + 4 + SIZE + 4
        if (isAnswered || !(isEarly || isComplete)) return
        isAnswered = true
        void (async () => {
          for (const part of answer) {
            socket.write(part)
            await wait(20)
          }
          if (!isEarly) socket.end()
        })()
      })
  })
  const SIZE = 60_000
  let url: string
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    url = `clamd://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  const scan = async (size = SIZE) => connectVirusScanner(url, 2000).scan(Buffer.alloc(size, 'x'))

  test.each([['stream: OK\0'], ['stream: O', 'K', '\0'], Array.from('stream: OK\0')])(
    '%j %j %j',
    async (...parts) => {
      isEarly = false
      answer = parts
      expect(await scan()).toEqual({ infected: undefined })
    },
  )

  test.each([
    'stream: OK',
    'stream: OK\n',
    'stream: OK\n\0',
    ' stream: OK\0',
    'stream: ok\0',
    'stream:OK\0',
    'OK\0',
    '\0',
    '\0stream: OK\0',
    '1: stream: OK\0',
    'other: OK\0',
    '/tmp/clamav-1: OK\0',
    'stream: OK\0stream: Eicar FOUND\0',
    'stream: OK\0stream: OK\0',
    'stream: OK ERROR\0',
    'stream: OK\u200b\0',
    'stream: NOT OK\0',
    'stream:  FOUND\0',
    'stream: Eicar FOUND\nstream: OK\0',
    'INSTREAM size limit exceeded. ERROR\0',
    'COMMAND READ TIMED OUT\0',
    Buffer.from([0x73, 0xff, 0xfe, 0x00]),
  ])('not %j', async (reply) => {
    isEarly = false
    answer = [reply]
    await expect(scan()).rejects.toThrow(ScannerError)
  })

  test('not what it says before it has the whole file', async () => {
    isEarly = true
    answer = ['stream: OK\0']
    await expect(scan(10 * 1024 * 1024)).rejects.toThrow(ScannerError)
  })

  test.each(['A.B FOUND', 'OK', 'stream: OK', 'x'.repeat(900)])(
    'the name of what it found may be %j',
    async (name) => {
      isEarly = false
      answer = [`stream: ${name} FOUND\0`]
      expect(await scan()).toEqual({ infected: name.slice(0, 200) })
    },
  )
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
