// A real SMTP server on loopback that stores the mails it receives.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  from: string
  to: string[]
  raw: string
  code: string
  link: string
  /** The link to the applicant's own page. */
  ownPage: string
}

export type TestSmtp = {
  url: string
  received: ReceivedMail[]
  /** Addresses that it rejects as unknown, and those that it defers. */
  unknown: Set<string>
  busy: Set<string>
  /** The newest mail to an address; waits until one arrives. */
  mailTo(email: string): Promise<ReceivedMail>
  close(): Promise<void>
}

/** `password`: the only one that it takes, for any user. Without one it takes everybody. */
export async function startSmtp({ password }: { password?: string } = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = []
  const unknown = new Set<string>()
  const busy = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth(given, _session, done) {
      if (password === undefined || given.password === password) done(null, { user: 'anybody' })
      else done(new Error('Invalid username or password'))
    },
    disabledCommands: ['STARTTLS'],
    // Otherwise it refuses two dots even in quotes, which the standard and real servers take.
    lenientAddressParsing: true,
    onRcptTo({ address }, _session, done) {
      const refusal = (text: string, responseCode: number) =>
        Object.assign(new Error(text), { responseCode })
      if (unknown.has(address)) done(refusal('5.1.1 No such mailbox', 550))
      else if (busy.has(address)) done(refusal('4.3.2 Try again later', 451))
      else done()
    },
    onData(stream, session, done) {
      text(stream).then((raw) => {
        // Soft line breaks of quoted-printable would split a link.
        const body = raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          code: /\b(\d{3}) (\d{3})\b/.exec(body)?.slice(1).join('') ?? '',
          ownPage: /https?:\/\/\S+\/me\/[\w-]{96}/.exec(body)?.[0] ?? '',
          link: /https?:\/\/\S+\/verify\?[^\s"<]+/.exec(body)?.[0] ?? '',
        })
        done()
      }, done)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    received,
    unknown,
    busy,
    async mailTo(email) {
      for (;;) {
        const mail = received.findLast(({ to }) => to.includes(email))
        if (mail) return mail
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
