// A mail server in eight moods: nobody who applies waits for it, and when it is well again each mail arrives once.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../app.ts'
import { freePort } from '../e2e/program.ts'
import { startScriptedSmtp, type Answer, type ScriptedSmtp } from '../servers/scripted-smtp.ts'
import { submit } from './applying.ts'
import { rounds, seed, seeded } from './extent.ts'
import { insertProofs } from './proofs.ts'
import { record } from './record.ts'

/** What stands at the address of the mail server while it is unwell; undefined for a scripted one. */
type Stranger = ((socket: Socket) => void) | 'nobody'

type Mood = {
  name: string
  answer?: Answer
  mailbox?: string
  stranger?: Stranger
}

const moods: readonly Mood[] = [
  { name: 'nobody listens', stranger: 'nobody' },
  { name: 'hangs up at once', stranger: (socket) => socket.destroy() },
  { name: 'says nothing', stranger: () => undefined },
  { name: 'speaks another language', stranger: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n') },
  { name: 'refuses for now', answer: 'later' },
  { name: 'defers the mailbox', mailbox: '4.2.2 Mailbox full' },
  { name: 'hangs up after the mail', answer: 'drop' },
  { name: 'never answers the mail', answer: 'hang' },
]

async function listen(port: number, stranger: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    stranger(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
/** Resolves when each mail was tried, and none is being tried. */
async function untilTried({ deps }: TestApp): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await deps.db.pool.query<{ waits: boolean }>(
          `select attempts = 0 or leased_until > now() as waits from background_tasks where kind = 'send-mail'`,
        )
        return rows.every(({ waits }) => !waits)
      },
      { timeout: 120_000, interval: 200 },
    )
    .toBe(true)
}

async function tryMood(mood: Mood, person: string): Promise<string[]> {
  const port = await freePort()
  const failures: string[] = []
  let smtp: ScriptedSmtp | undefined
  let stranger: Server | undefined
  if (mood.stranger === undefined) {
    smtp = await startScriptedSmtp(port)
    if (mood.answer) smtp.answers = [mood.answer]
    smtp.mailboxRefusal = mood.mailbox
  } else if (mood.stranger !== 'nobody') stranger = await listen(port, mood.stranger)
  const app: TestApp = await createTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  try {
    const owner = await app.owner()
    const job = await app.job(owner)
    const visitor = app.visitor()
    // Somebody asks for a code, and somebody else applies, whatever the mail server does.
    const { status } = await visitor.call('/functions/send-verification-email', {
      body: { email: person, roleId: job.id },
    })
    if (status !== 200) failures.push(`${mood.name}: asking for a code ${status}`)
    const [application] = await insertProofs(app.deps, job, [`a-${person}`], seeded(seed))
    const answered = await submit(app.url, application!)
    if (answered?.status !== 200) failures.push(`${mood.name}: applying ${answered?.status}`)
    await untilTried(app)
    stranger?.close()
    if (smtp) smtp.mailboxRefusal = undefined
    else smtp = await startScriptedSmtp(port)
    // The next attempt, which would come after some seconds.
    await expect
      .poll(
        async () => {
          // Not one that is being tried now: that would send it twice.
          await app.deps.db.pool.query(
            `update background_tasks set due_at = now() where kind = 'send-mail' and coalesce(leased_until < now(), true)`,
          )
          return smtp?.mails.some(({ to, answer }) => to.includes(person) && answer === 'take')
        },
        { timeout: 120_000, interval: 500 },
      )
      .toBe(true)
    await wait(300)
    const copies = smtp.mails.filter(({ to }) => to.includes(person))
    const ids = new Set(copies.map(({ raw }) => /^message-id: (.*)$/im.exec(raw)?.[1]))
    const taken = copies.filter(({ answer }) => answer === 'take').length
    // One that was accepted before the fault comes again under its id, by which the receiver knows it.
    if (taken !== 1 || ids.size !== 1)
      failures.push(`${mood.name}: ${taken} mails, ${ids.size} ids`)
    return failures
  } finally {
    await app.close()
    stranger?.close()
    await smtp?.close()
  }
}

test('eight moods of a mail server', async () => {
  const times = rounds(1, 10)
  const failures: string[] = []
  for (let round = 0; round < times; round++) {
    // Side by side: most of the time is waiting for a server that says nothing.
    const tried = moods.map((mood, at) => tryMood(mood, `person-${round}-${at}@example.com`))
    failures.push(...(await Promise.all(tried)).flat())
  }
  expect(failures).toEqual([])
  const mails = times * moods.length
  record('R6 mail server in eight moods', { faults: mails, acknowledged: mails, found: mails })
})
