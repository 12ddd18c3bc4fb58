// People who apply by the widget's own forms, and the owner who reads what arrived: for suites that start the real program.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ApplicantPage, ApplicantRow } from '#domain/applicants/applicants.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { Visitor } from '../app.ts'
import { pdf } from '../input/files.ts'

/** Somebody whose address is proved, with the file that they are going to send. */
export type Application = { email: string; jobId: string; token: string; cv: Buffer<ArrayBuffer> }

export type Answered = { status: number; retryAfter: string | null; view: WidgetView | undefined }

export const sha256 = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

const json = { accept: 'application/json' }
let founded = 0

/** A new owner with a new organization. */
export async function found(base: string): Promise<Visitor> {
  const owner = new Visitor(base)
  founded += 1
  const person = {
    email: `owner-${process.pid}-${founded}@shop.example`,
    password: 'correct horse',
    first_name: 'Ana',
    last_name: 'Silva',
  }
  const signedUp = await owner.call('/api/accounts/sign-up', { body: person })
  if (signedUp.status !== 201) throw new Error(`sign-up answered ${signedUp.status}`)
  const { status } = await owner.call('/api/organizations', {
    body: { name: `Tiny Tea Shop ${founded}` },
  })
  if (status !== 201) throw new Error(`create organization answered ${status}`)
  return owner
}

/** The same session at another address of the program, which has been started again. */
export function movedTo(base: string, owner: Visitor): Visitor {
  const moved = new Visitor(base)
  moved.cookie = owner.cookie
  return moved
}

export async function createJob(owner: Visitor, title: string): Promise<JobPost> {
  const { status, body } = await owner.call<JobPost>('/api/jobs', {
    body: { title, description: 'You look after the shop floor.', location: 'Leeds' },
  })
  if (status !== 201) throw new Error(`create job answered ${status}`)
  return body
}

/** Sends a form of the widget and reads the step that it leads to. */
async function post(base: string, step: string, jobId: string, body: URLSearchParams | FormData) {
  const response = await fetch(`${base}/embed?step=${step}&roleId=${jobId}`, {
    method: 'POST',
    headers: json,
    body,
  })
  const { view } = (await response.json()) as { view: WidgetView }
  return { status: response.status, view }
}

/** More at once would wait too long for each other, and the local mailbox shows the newest mails only. */
const PROVED_AT_ONCE = 24

/** Proves each address by the code of its mail, as a visitor does who types it. One job for each place in turn. */
export async function prove(
  base: string,
  jobs: readonly JobPost[],
  emails: readonly string[],
  random: () => number,
): Promise<Application[]> {
  const proved: Application[] = []
  for (let from = 0; from < emails.length; from += PROVED_AT_ONCE) {
    const some = emails.slice(from, from + PROVED_AT_ONCE)
    proved.push(...(await proveAtOnce(base, jobs, some, random)))
  }
  return proved
}

async function proveAtOnce(
  base: string,
  jobs: readonly JobPost[],
  emails: readonly string[],
  random: () => number,
): Promise<Application[]> {
  const asked = await Promise.all(
    emails.map(async (email, place) => {
      const jobId = jobs[place % jobs.length]!.id
      const form = new URLSearchParams({ roleId: jobId, consent: 'yes', email })
      const { view } = await post(base, 'email', jobId, form)
      if (view.step !== 'sent') throw new Error(`${email} was shown ${JSON.stringify(view)}`)
      return { email, jobId, verification: view.verification }
    }),
  )
  const codes = await readCodes(base, emails)
  return Promise.all(
    asked.map(async ({ email, jobId, verification }) => {
      const form = new URLSearchParams({ v: verification, code: codes.get(email) ?? '' })
      const { view } = await post(base, 'sent', jobId, form)
      if (view.step !== 'apply') throw new Error(`${email} was shown ${JSON.stringify(view)}`)
      return { email, jobId, token: view.token, cv: makeCv(random) }
    }),
  )
}

async function readCodes(base: string, emails: readonly string[]): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  for (;;) {
    const response = await fetch(`${base}/dev/mailbox.json`)
    const mails = (await response.json()) as { to: string; subject: string }[]
    for (const { to, subject } of mails) {
      const code = /\b(\d{3}) (\d{3})\b/.exec(subject)?.slice(1).join('')
      if (code) codes.set(to, code)
    }
    if (emails.every((email) => codes.has(email))) return codes
    await wait(50)
  }
}

/** 50 to 150 kB that no other file has. */
export function makeCv(random: () => number): Buffer<ArrayBuffer> {
  const size = 50_000 + Math.floor(random() * 100_000)
  const words = new Uint32Array(Math.ceil(size / 4)).map(() => random() * 2 ** 32)
  return Buffer.concat([pdf, Buffer.from(words.buffer)])
}

/** Sends the form with its file. Undefined when the connection ended without an answer. */
export async function submit(
  base: string,
  { jobId, token, cv }: Application,
): Promise<Answered | undefined> {
  const form = new FormData()
  form.set('token', token)
  form.set('roleId', jobId)
  form.set('firstName', 'Grace')
  form.set('lastName', 'Hopper')
  form.set('cvFile', new Blob([cv], { type: 'application/pdf' }), 'cv.pdf')
  try {
    // The status line is the promise: the rest of the answer may be cut off by the fault.
    const response = await fetch(`${base}/embed?step=apply&roleId=${jobId}`, {
      method: 'POST',
      headers: json,
      body: form,
    })
    const { status, headers } = response
    const body = (await response.json().catch(() => undefined)) as { view: WidgetView } | undefined
    return { status, retryAfter: headers.get('retry-after'), view: body?.view }
  } catch (error) {
    // What undici throws when the connection ends.
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Everybody in the list of applicants. */
export async function readApplicants(owner: Visitor): Promise<ApplicantRow[]> {
  const rows: ApplicantRow[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body }: { body: ApplicantPage } = await owner.call<ApplicantPage>(
      `/api/applicants?tab=all&cursor=${encodeURIComponent(cursor)}`,
    )
    rows.push(...body.applicants)
    cursor = body.next_cursor
  }
  return rows
}
