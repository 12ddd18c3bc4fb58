// A local mail server with scripted answers.
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** 'drop' accepts the mail and closes without an answer; 'hang' accepts it and never answers. */
export type Answer = 'take' | 'later' | 'refuse' | 'drop' | 'hang'

export type ReceivedMail = { from: string; to: string[]; raw: string; answer: Answer }

export type ScriptedSmtp = {
  url: string
  /** The mails that arrived completely, whatever the answer was. */
  mails: ReceivedMail[]
  /** The next answers; after them, `otherwise`. */
  answers: Answer[]
  otherwise: Answer
  /** The refusal of the recipient, for now when it begins with a 4; undefined when the mailbox exists. */
  mailboxRefusal: string | undefined
  /** Called before the answer to each mail. */
  onMail: (() => void) | undefined
  close(): Promise<void>
}

/** On a free port, if none is given. */
export async function startScriptedSmtp(port = 0): Promise<ScriptedSmtp> {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Otherwise it refuses two dots even in quotes, which the standard and real servers take.
    lenientAddressParsing: true,
    disableReverseLookup: true,
    onRcptTo(_address, _session, done) {
      const code = smtp.mailboxRefusal?.startsWith('4') ? 452 : 550
      done(smtp.mailboxRefusal ? refusal(code, smtp.mailboxRefusal) : null)
    },
    async onData(stream, session, done) {
      const raw = await text(stream)
      const answer = smtp.answers.shift() ?? smtp.otherwise
      const { mailFrom, rcptTo } = session.envelope
      smtp.mails.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        raw,
        answer,
      })
      smtp.onMail?.()
      if (answer === 'take') done()
      if (answer === 'later') done(refusal(451, 'Busy, try again later'))
      if (answer === 'refuse') done(refusal(550, 'No such person'))
      if (answer === 'drop') {
        for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy()
      }
    },
  })
  server.on('error', () => {})
  const listener = server.server
  listener.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const smtp: ScriptedSmtp = {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    mails: [],
    answers: [],
    otherwise: 'take',
    mailboxRefusal: undefined,
    onMail: undefined,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return smtp
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
