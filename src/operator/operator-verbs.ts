// The verbs of `npm run operator`, with what they print.
import { readEmailAddress } from '#domain/accounts/email-address.ts'
import type { Config } from '#config'
import { maskPersonalData } from '#domain/personal-data.ts'
import { MEGABYTE } from '#domain/cvs/cv-space.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { listGivenUpTasks, updateGivenUpTasksDue } from '#data/tasks/tasks.ts'
import type { MailState } from '#data/operator/people.ts'
import type { Deps } from '#features/deps.ts'
import { erasePersonEverywhere } from '#features/operator/erase-person.ts'
import { findPersonEverywhere } from '#features/operator/find-person.ts'
import { listLoads } from '#features/operator/list-loads.ts'
import { allowNetwork, loadRefusals, refuseNetwork } from '#features/operator/refuse-networks.ts'
import { readPrefix } from '#gateways/refused-networks.ts'
import { sendTestMail } from '#features/operator/send-test-mail.ts'

type Pieces = AsyncGenerator<string>
/** What a command needs when no server runs: everything else stays closed, and unchanged. */
export type WithDatabase = Pick<Deps, 'db' | 'clock' | 'log'>
export type Plan =
  | { opens: 'nothing'; run: (config: Config, deps?: Deps) => Pieces }
  | { opens: 'database'; run: (config: Config, deps: WithDatabase) => Pieces }
  | { opens: 'installation'; run: (config: Config, deps: Deps) => Pieces }

type Verb = {
  /** Of its words, and what it does. Wrong ones are refused before anything is opened. */
  help: readonly [words: string, does: string]
  plan: (words: readonly string[]) => Plan | undefined
}

const onDatabase = (run: (deps: WithDatabase) => Pieces): Plan => ({
  opens: 'database',
  run: (_, deps) => run(deps),
})
const onInstallation = (run: (deps: Deps) => Pieces): Plan => ({
  opens: 'installation',
  run: (_, deps) => run(deps),
})

/** With exactly one word. */
const ofOne =
  (planOf: (word: string) => Plan) =>
  ([word, ...more]: readonly string[]): Plan | undefined =>
    word === undefined || more.length > 0 ? undefined : planOf(word)
/** Without a word. */
const ofNone =
  (planned: Plan) =>
  ({ length }: readonly string[]): Plan | undefined =>
    length === 0 ? planned : undefined

export const operatorVerbs = {
  find: {
    help: ['address', 'a person in all shops: applications and mails, with their states'],
    plan: ofOne((word) => {
      const address = emailOf(word)
      return onDatabase((deps) => find(deps, address))
    }),
  },
  erase: {
    help: ['address --yes', 'erases that person in all shops, for ever'],
    plan: ([word, yes, ...more]) => {
      if (word === undefined || more.length > 0 || ![undefined, '--yes'].includes(yes)) {
        return undefined
      }
      const address = emailOf(word)
      return onInstallation((deps) => erase(deps, address, yes !== undefined))
    },
  },
  load: {
    help: ['', 'shops by how much they use, the one nearest to a limit first'],
    plan: ofNone(onInstallation(printLoads)),
  },
  refuse: {
    help: [
      'network 12h',
      'answers nothing to an address or a network, for m(inutes), h(ours) or d(ays)',
    ],
    plan: ([word, time, ...more]) => {
      if (word === undefined || time === undefined || more.length > 0) return undefined
      const [network, seconds] = [readPrefix(word), secondsOf(time)]
      return onInstallation((deps) => refuse(deps, network, seconds))
    },
  },
  refused: {
    help: ['', 'lists the networks that are refused'],
    plan: ofNone(onInstallation(printRefused)),
  },
  allow: {
    help: ['network', 'answers to that network again'],
    plan: ofOne((word) => {
      const network = readPrefix(word)
      return onInstallation((deps) => allow(deps, network))
    }),
  },
  tasks: {
    help: ['', 'lists background work that was given up'],
    plan: ofNone(onDatabase(printGivenUp)),
  },
  retry: {
    help: ['[kind key]', 'tries all of that again, or one'],
    plan: (words) => {
      const [kind, key] = words
      if (![0, 2].includes(words.length)) return undefined
      const one = kind === undefined || key === undefined ? undefined : { kind, key }
      return onDatabase((deps) => retry(deps, one))
    },
  },
  'test-mail': {
    help: ['address', 'sends a mail there by SMTP_URL'],
    plan: ofOne((word) => {
      const address = emailOf(word)
      return onInstallation((deps) => mailTest(deps, address))
    }),
  },
} as const satisfies Record<string, Verb>

export const verbsHelp = Object.entries(operatorVerbs)
  .map(([name, { help }]) => `  ${`${name} ${help[0]}`.padEnd(24)}${help[1]}`)
  .join('\n')

export function planVerb([name = '', ...words]: readonly string[]): Plan | undefined {
  const verbs: Readonly<Record<string, Verb>> = operatorVerbs
  return Object.hasOwn(verbs, name) ? verbs[name]?.plan(words) : undefined
}

export function emailOf(text: string): string {
  const email = readEmailAddress(text)
  if (email !== undefined) return email
  throw new OperatorError('That is no address: write for example maya@example.com.')
}

/** Longer, and nobody would know any more why. */
const LONGEST_REFUSAL_SECONDS = 90 * 86_400
const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }

function secondsOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const seconds = Number(count) * (UNITS[unit] ?? 0)
  if (seconds > 0 && seconds <= LONGEST_REFUSAL_SECONDS) return seconds
  throw new OperatorError(
    `"${text}" is no time of at most 90 days: write for example 30m, 12h or 7d.`,
  )
}

const minuteOf = (moment: string) => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`

function stateOf({ state, sent_at, address_refused }: MailState): string {
  if (state === 'sent') return sent_at === null ? 'sent' : `sent ${minuteOf(sent_at)}`
  if (state === 'waiting') return 'waiting'
  return address_refused ? 'given up: there is no such mailbox' : 'given up'
}

const mailLine = (mail: MailState) =>
  `  mail ${mail.kind}, queued ${minuteOf(mail.created_at)}: ${stateOf(mail)}\n`

async function* find(deps: WithDatabase, email: string): Pieces {
  const { organizations, account, accountMails } = await findPersonEverywhere(deps, email)
  deps.log.info({ organizations: organizations.length }, 'the operator looked for a person')
  for (const { id, name, applications, mails } of organizations) {
    yield `${name} (${id})\n`
    for (const one of applications) {
      const dates = `applied ${minuteOf(one.created_at)}, changed ${minuteOf(one.updated_at)}`
      const hidden = one.is_restricted ? ', hidden from the shop at the person’s request' : ''
      yield `  application ${one.id} for ${one.role_title}: ${one.status}, ${dates}${hidden}\n`
    }
    for (const mail of mails) yield mailLine(mail)
  }
  if (account) {
    const { organization, role, is_approved } = account
    const part = role === 'organization_owner' ? 'owner' : 'staff'
    yield `Account: ${organization === null || !is_approved ? 'of no shop' : `${part} of ${organization}`}\n`
    for (const mail of accountMails) yield mailLine(mail)
  }
  yield `Found as an applicant in ${organizations.length} shops${account ? ', and as an account' : ''}.\n`
}

async function* erase(deps: Deps, email: string, isSure: boolean): Pieces {
  if (!isSure) {
    yield* find(deps, email)
    throw new OperatorError(
      'Nothing was erased. With --yes everything of this person as an applicant is erased in these shops, for ever.',
    )
  }
  let [shops, applications] = [0, 0]
  for await (const { name, receipts } of erasePersonEverywhere(deps, email)) {
    shops += 1
    applications += receipts.length
    yield `${name}: ${receipts.length} applications erased\n`
    for (const receipt of receipts) yield `  receipt ${receipt}\n`
  }
  deps.log.info({ shops, applications }, 'the operator erased a person')
  yield `Erased in ${shops} shops: ${applications} applications, and all else under the address. An account of it, if there is one, stays: docs/operations.md.\n`
}

async function* printLoads(deps: Deps): Pieces {
  const loads = await listLoads(deps)
  yield 'Of its nearest limit, applications in 24 h, staff requests this minute, mails this hour and in 24 h, tasks waiting and given up, MB of CVs\n'
  for (const load of loads) {
    const counts = [
      `${load.applications_day} applications`,
      `${load.requests_minute} requests`,
      `${load.mails_hour}/${load.mails_day} mails`,
      `${load.tasks}/${load.given_up} tasks`,
      `${Math.round(load.cv_bytes / MEGABYTE)} MB`,
    ]
    yield `${Math.round(load.share * 100)} %  ${counts.join('  ')}  ${load.name} (${load.id})\n`
  }
}

async function* refuse(deps: Deps, prefix: string, seconds: number): Pieces {
  const { network, until } = await refuseNetwork(deps, prefix, seconds)
  deps.log.info({ until }, 'the operator refuses a network')
  yield `${network} is refused until ${minuteOf(until)}, within ten seconds by every process.\n`
}

async function* printRefused(deps: Deps): Pieces {
  const refused = await loadRefusals(deps)
  for (const { network, until } of refused) yield `${network}  until ${minuteOf(until)}\n`
  if (refused.length === 0) yield 'No network is refused.\n'
}

async function* allow(deps: Deps, network: string): Pieces {
  await allowNetwork(deps, network)
  deps.log.info({}, 'the operator allows a network again')
  yield 'Allowed again, within ten seconds by every process.\n'
}

export async function* printGivenUp({ db }: WithDatabase): Pieces {
  const tasks = await listGivenUpTasks(db.queries)
  for (const { given_up_at, kind, key, last_error } of tasks) {
    yield `${given_up_at}  ${kind} ${key}  ${maskPersonalData(last_error ?? '')}\n`
  }
  if (tasks.length === 0) yield 'Nothing was given up.\n'
}

export async function* retry(
  { db, log }: WithDatabase,
  one?: { kind: string; key: string },
): Pieces {
  const count = await updateGivenUpTasksDue(db.queries, one)
  log.info({ count }, 'the operator retries tasks that were given up')
  yield `${count} tasks are tried again, by a server that runs now or is started next.\n`
}

async function* mailTest({ mailServer, log }: Deps, to: string): Pieces {
  await sendTestMail(mailServer, to)
  log.info({}, 'the operator sent a test mail')
  yield 'The mail server took the mail. Look whether it arrives, also among the unwanted ones.\n'
}
