// Sending mails to working and to failing mail servers.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startScriptedSmtp, type Answer, type ScriptedSmtp } from '#test/servers/scripted-smtp.ts'
import { readEmailAddress } from '#domain/accounts/email-address.ts'
import { connectMailServer, type OutgoingMail } from './mail.ts'

const mail: OutgoingMail = {
  id: '3f2b8c1e-5d4a-4f6b-9c7d-1a2b3c4d5e6f',
  to: 'maya@example.com',
  replyTo: null,
  senderName: 'Tiny Tea Shop via Storehand',
  content: { subject: 'Your code: 482 913', text: 'Plain words', html: '<p>Drawn words</p>' },
}
/** Timeout in milliseconds for a server that never answers. */
const TIMEOUT = 250
/** Timeout in milliseconds for a server that answers first (also on a busy machine) and then stops. */
const PATIENCE = 2000

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

function connect(url: string, timeout = PATIENCE * 10) {
  const server = connectMailServer(url, 'Storehand <jobs@storehand.example>', timeout)
  ends.push(() => server.close())
  return server
}

/** The header lines of a mail, unfolded; names in lower case. */
function headersOf(raw: string): [name: string, value: string][] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return head.split('\r\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
}

const decode = (word: string): string =>
  word.replace(/=\?UTF-8\?Q\?(.*?)\?=\s*/gi, (_, text: string) =>
    Buffer.from(
      text
        .replaceAll('_', ' ')
        .replace(/=([0-9A-F]{2})/gi, (__, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      'latin1',
    ).toString(),
  )

describe('a server that takes mails', () => {
  let smtp: ScriptedSmtp
  beforeEach(async () => {
    smtp = await startScriptedSmtp()
    ends.push(() => smtp.close())
  })

  // shows: interface-11
  test('gets both forms, from the shop, for one person', async () => {
    await connect(smtp.url).send(mail)
    const [received] = smtp.mails
    expect(received).toMatchObject({ from: 'jobs@storehand.example', to: ['maya@example.com'] })
    const headers = Object.fromEntries(headersOf(received!.raw))
    expect(headers).toMatchObject({
      from: 'Tiny Tea Shop via Storehand <jobs@storehand.example>',
      to: 'maya@example.com',
      subject: 'Your code: 482 913',
      'message-id': `<${mail.id}@storehand.example>`,
      'auto-submitted': 'auto-generated',
      'mime-version': '1.0',
    })
    expect(headers['content-type']).toMatch(/^multipart\/alternative/)
    expect(received!.raw).toContain('Plain words')
    expect(received!.raw).toContain('<p>Drawn words</p>')
  })

  // shows: V1.2.1, V1.3.3
  test.each([
    'Shop\r\nBcc: bo@example.com',
    'Shop\nX-Extra: 1',
    'Shop\r\n\r\n<p>body</p>',
    'Shop" <bo@example.com>, "x',
    'Shop <bo@example.com>',
    'Café 茶 🍵 via Storehand',
    'Shop\0\u2028Bcc: bo@example.com',
  ])('cannot be given headers by the name %j', async (senderName) => {
    const subject = `${senderName} asks`
    await connect(smtp.url).send({ ...mail, senderName, content: { ...mail.content, subject } })
    const [received] = smtp.mails
    const headers = headersOf(received!.raw)
    expect(received!.to).toEqual(['maya@example.com'])
    expect(headers.map(([name]) => name).toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    const from = headers.find(([name]) => name === 'from')![1]
    expect(from.endsWith('<jobs@storehand.example>')).toBe(true)
    if (senderName.startsWith('Café')) expect(decode(from)).toContain(senderName)
  })

  test.each([
    ['maya@xn--mnchen-laden-dlb.de', 'maya@xn--mnchen-laden-dlb.de'],
    ['maya@xn--80a1acny.xn--p1ai', 'maya@xn--80a1acny.xn--p1ai'],
    ['name..x@docomo.ne.jp', '<"name..x"@docomo.ne.jp>'],
    ['.name.@ezweb.ne.jp', '<".name."@ezweb.ne.jp>'],
  ])('reaches %s', async (to, header) => {
    await connect(smtp.url).send({ ...mail, to, replyTo: to })
    const [received] = smtp.mails
    const headers = Object.fromEntries(headersOf(received!.raw))
    expect(headers).toMatchObject({ to: header, 'reply-to': header })
    // The server shows the domain in its own letters.
    const [recipient = ''] = received!.to
    expect(readEmailAddress(recipient.replaceAll('"', ''))).toBe(to)
    expect(recipient.includes('"')).toBe(header.includes('"'))
  })

  test('is named by the ASCII form of the sender’s domain', async () => {
    const server = connectMailServer(smtp.url, 'Storehand <jobs@münchen-laden.de>', PATIENCE * 10)
    ends.push(() => server.close())
    await server.send(mail)
    const headers = Object.fromEntries(headersOf(smtp.mails[0]!.raw))
    expect(headers['message-id']).toBe(`<${mail.id}@xn--mnchen-laden-dlb.de>`)
  })

  // shows: V1.3.11
  test.each([
    'maya@example.com,bo@example.com',
    'maya@example.com\r\nBcc: bo@example.com',
    'maya@example.com> RCPT TO:<bo@example.com',
  ])('never gets a second recipient out of %j', async (to) => {
    await connect(smtp.url)
      .send({ ...mail, to })
      .catch(() => {})
    const recipients = smtp.mails.flatMap((received) => received.to)
    expect(recipients).not.toContain('bo@example.com')
    for (const { raw } of smtp.mails) {
      expect(headersOf(raw).map(([name]) => name)).not.toContain('bcc')
    }
  })

  test('and then not this one, still takes the next', async () => {
    const server = connect(smtp.url, PATIENCE)
    smtp.answers = ['refuse', 'later', 'drop', 'hang']
    for (let index = 0; index < 4; index++) await expect(server.send(mail)).rejects.toThrow()
    await server.send(mail)
    expect(smtp.mails.map(({ answer }) => answer)).toEqual([
      'refuse',
      'later',
      'drop',
      'hang',
      'take',
    ])
  })

  test.each<Answer>(['refuse', 'later', 'drop', 'hang'])(
    'when it answers "%s", fails and is not asked a second time',
    async (answer) => {
      smtp.answers = [answer]
      const server = connect(smtp.url, PATIENCE)
      await expect(server.send(mail)).rejects.toThrow()
      await server.send(mail)
      expect(smtp.mails.map((received) => received.answer)).toEqual([answer, 'take'])
    },
  )
})

describe('a server that', () => {
  async function listen(serve: (socket: Socket) => void): Promise<string> {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      serve(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function failsInTime(url: string): Promise<void> {
    // Without a limit for the whole delivery it would take minutes and exceed the test's timeout.
    await expect(connect(url, TIMEOUT).send(mail)).rejects.toThrow()
  }

  test('says nothing', async () => {
    await failsInTime(await listen(() => {}))
  })

  test('is not there', async () => {
    const url = await listen(() => {})
    await ends.pop()?.()
    await failsInTime(url)
  })

  test('hangs up at once', async () => {
    await failsInTime(await listen((socket) => socket.destroy()))
  })

  test('never comes to the end of its answer', async () => {
    const url = await listen((socket) => {
      socket.write('220 here\r\n')
      const drip = setInterval(() => socket.write('250-more\r\n'), TIMEOUT / 3)
      socket.on('close', () => clearInterval(drip))
    })
    await failsInTime(url)
  })

  test('answers each command late', async () => {
    const url = await listen((socket) => {
      socket.write('220 here\r\n')
      socket.on('data', () => setTimeout(() => socket.write('250 fine\r\n'), TIMEOUT * 0.8))
    })
    await failsInTime(url)
  })
})
