// The demo's applicants: about 120 people with cover letters and status histories, deterministic for the same `now`.
import { hiringSteps, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { ApplicationInput } from '#domain/applicants/application-input.ts'
import { asides, closings, customerLines, extras, openings, trades } from './demo-letters.ts'
import { people } from './demo-people.ts'
import { demoJobs } from './demo-shop.ts'
import { seededRandom, shuffled, shuffledCycle } from './seeded-random.ts'

export type DemoApplicant = ApplicationInput & {
  email: string
  /** First language, for a realistic CV; the form does not ask for it. */
  language: string
  is_existing_customer: boolean
  contacted: boolean
  status: ApplicantStatus
  history: { from: ApplicantStatus | null; to: ApplicantStatus; at: Date }[]
  cv: 'pdf' | 'docx' | null
  /** Index in `demoJobs`. */
  jobIndex: number
  created_at: Date
}

const SEED = 20_417
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Age of the oldest application: a little under the 90 days that the demo covers. */
const OLDEST_DAYS = 88
/** Ages of the newest applications, all within the last day. */
const NEWEST_HOURS = [0.2, 0.8, 2.3, 4.1, 7.5, 11]
const CLOSED_JOB_QUIET_DAYS = 25

const chance = (random: () => number, share: number): boolean => random() < share

/** Letters and digits only, for email addresses. */
function plainWord(text: string): string {
  return text
    .replace(/[Łł]/g, 'l')
    .replace(/[Đđð]/g, 'd')
    .replace(/[Øø]/g, 'o')
    .replace(/[Þþ]/g, 'th')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Ages in days, newest first; half of the applicants came within the last three weeks. */
function ages(count: number, random: () => number): number[] {
  const newest = NEWEST_HOURS.map((hours) => hours / 24)
  const others = Array.from(
    { length: count - newest.length },
    () => 0.6 + (OLDEST_DAYS - 0.6) * random() ** 2,
  )
  return [...newest, ...others.toSorted((a, b) => a - b)]
}

/** Moves the application to a plausible time of day, except within the last day. */
function applicationTime(now: Date, age: number, random: () => number): Date {
  const exact = now.getTime() - age * DAY
  if (age < 1) return new Date(Math.floor(exact))
  const midnight = Math.floor(exact / DAY) * DAY
  const spread = (7 + 15.5 * random()) * HOUR
  return new Date(Math.floor(midnight + spread))
}

/** One status for each position in the list: the newest are open, older ones are decided. */
function statuses(count: number, random: () => number): ApplicantStatus[] {
  const block = (parts: [ApplicantStatus, number][]) =>
    shuffled(
      parts.flatMap(([status, times]) => Array.from({ length: times }, () => status)),
      random,
    )
  const waiting = NEWEST_HOURS.length
  const dealt = [
    ...block([['applied', waiting]]),
    ...block([
      ['applied', 14],
      ['reviewing', 7],
      ['rejected', 2],
    ]),
    ...block([
      ['applied', 4],
      ['reviewing', 13],
      ['interviewed', 5],
      ['rejected', 10],
    ]),
    ...block([
      ['applied', 1],
      ['reviewing', 6],
      ['interviewed', 9],
      ['hired', 4],
      ['rejected', 14],
    ]),
  ]
  const oldest = Array.from({ length: Math.max(0, count - dealt.length) }, (_, place) => place % 6)
  const endings: ApplicantStatus[] = ['rejected', 'hired', 'rejected', 'interviewed', 'rejected']
  return [...dealt, ...oldest.map((place) => endings[place] ?? 'rejected')].slice(0, count)
}

/** The statuses an applicant went through; a few were moved back or reconsidered. */
function statusPath(status: ApplicantStatus, random: () => number): ApplicantStatus[] {
  const steps: readonly ApplicantStatus[] = hiringSteps
  if (status === 'rejected') {
    return [...steps.slice(0, 1 + Math.floor(3 * random() ** 1.4)), 'rejected']
  }
  const straight = steps.slice(0, steps.indexOf(status) + 1)
  if (!chance(random, 0.1)) return straight
  if (status === 'reviewing') return ['applied', 'rejected', 'reviewing']
  if (status === 'interviewed') return ['applied', 'reviewing', ...straight]
  return straight
}

/** Moves an instant to office hours. */
function inOfficeHours(instant: number, random: () => number): number {
  const midnight = Math.floor(instant / DAY) * DAY
  return Math.floor(midnight + (9 + 8 * random()) * HOUR)
}

function historyOf(
  status: ApplicantStatus,
  created: Date,
  now: Date,
  random: () => number,
): DemoApplicant['history'] {
  const path = statusPath(status, random)
  const delays = path.map((_, step) => (step === 0 ? 0 : (0.3 + 4.5 * random()) * DAY))
  const total = delays.reduce((sum, delay) => sum + delay, 0)
  const room = (now.getTime() - created.getTime()) * 0.9
  const pace = Math.min(1, room / Math.max(total, 1))
  let from: ApplicantStatus | null = null
  let last = created.getTime()
  return path.map((to, step) => {
    if (step > 0) {
      const planned = Math.floor(last + (delays[step] ?? 0) * pace)
      const sameDay = inOfficeHours(planned, random)
      // Only earlier times: a later one could be after `now`, and the next step builds on this one.
      const earlier = [sameDay, sameDay - DAY].find((at) => at > last && at <= planned)
      last = earlier ?? planned
    }
    const change = { from, to, at: new Date(last) }
    from = to
    return change
  })
}

const contactedShare: Record<ApplicantStatus, number> = {
  applied: 0.06,
  reviewing: 0.45,
  interviewed: 1,
  hired: 1,
  rejected: 0.7,
}

/** Names with characters that the standard PDF fonts lack are more often DOCX, which shows them correctly. */
function cvKindFor(name: string, random: () => number): DemoApplicant['cv'] {
  if (chance(random, 0.15)) return null
  const isWestern = /^[\p{ASCII}\u00A0-\u00FF’]*$/u.test(name)
  return chance(random, isWestern ? 0.8 : 0.3) ? 'pdf' : 'docx'
}

/** Each letter is another one: two that would be equal end differently. */
function letterWriter(random: () => number) {
  const nextOpening = shuffledCycle(openings, random)
  const nextCustomerLine = shuffledCycle(customerLines, random)
  const nextAside = shuffledCycle(asides, random)
  const nextClosing = shuffledCycle(closings, random)
  const experiences = trades.map((trade) => ({
    fresh: shuffledCycle(trade.fresh, random),
    seasoned: shuffledCycle(trade.seasoned, random),
  }))
  const letters = new Set<string>()
  return (jobIndex: number, years: number | null, isCustomer: boolean): string | null => {
    if (chance(random, 0.1)) return null
    const trade = trades[jobIndex]
    const isSeasoned = trade?.fresh.length === 0 || (years ?? 0) > 1
    const experience = experiences[jobIndex]?.[isSeasoned ? 'seasoned' : 'fresh']() ?? ''
    const shape = random()
    const sentences = [
      shape > 0.25 ? nextOpening() : '',
      experience,
      isCustomer && chance(random, 0.6) ? nextCustomerLine() : '',
      shape > 0.7 ? nextAside() : '',
      shape > 0.45 && shape < 0.85 ? nextClosing() : '',
    ].filter((sentence) => sentence !== '')
    const letter = sentences
      .slice(0, 4)
      .join(' ')
      .replaceAll('{job}', demoJobs[jobIndex]?.title ?? '')
      .replaceAll('{shop}', 'Pannier Lane')
    const unlike = letters.has(letter) ? `${letter} ${nextClosing()}` : letter
    letters.add(unlike)
    return unlike
  }
}

/** No two people have the same address. */
function addressBook(random: () => number) {
  const addresses = new Set<string>()
  return (firstName: string, lastName: string): string => {
    const [first, last] = [plainWord(firstName), plainWord(lastName)]
    const spellings = [`${first}.${last}`, `${first}${last}`, `${first.charAt(0)}.${last}`]
    spellings.push(`${first}_${Math.floor(60 + 45 * random()) % 100}`, `hello.${last}`)
    const domains = ['example.com', 'example.org', 'example.net']
    const spelling = spellings[Math.floor(random() ** 1.5 * spellings.length)]
    const domain = domains[Math.floor(random() ** 1.5 * domains.length)]
    const address = `${spelling}@${domain}`
    const free = addresses.has(address) ? `${first}.${last}.${addresses.size}@${domain}` : address
    addresses.add(free)
    return free
  }
}

function phoneBook(random: () => number) {
  const numbers = shuffledCycle(
    Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0')),
    random,
  )
  return (): string | null => {
    if (chance(random, 0.18)) return null
    const number = numbers()
    return chance(random, 0.2) ? `+44 7700 900${number}` : `07700 900${number}`
  }
}

function jobFor(age: number, random: () => number): number {
  const open = demoJobs.flatMap(({ daysAgo, is_active }, index) => {
    const takesPeople = daysAgo > age + 1 && (is_active || age > CLOSED_JOB_QUIET_DAYS)
    return takesPeople ? Array.from({ length: trades[index]?.weight ?? 0 }, () => index) : []
  })
  return open[Math.floor(random() * open.length)] ?? 0
}

function yearsFor(jobIndex: number, random: () => number): number | null {
  if (chance(random, 0.12)) return null
  const [least, most] = trades[jobIndex]?.years ?? [0, 0]
  return least + Math.floor((most - least + 1) * random() ** 1.7)
}

export function demoApplicants(now: Date): DemoApplicant[] {
  const random = seededRandom(SEED)
  const cast = shuffled(people, random)
  const statusList = statuses(cast.length, random)
  const ageList = ages(cast.length, random)
  const nextExtra = shuffledCycle(extras, random)
  const phone = phoneBook(random)
  const addressFor = addressBook(random)
  const letterFor = letterWriter(random)

  return cast
    .map(({ firstName, lastName, language }, place): DemoApplicant => {
      const age = ageList[place] ?? 0
      const status = statusList[place] ?? 'applied'
      const created_at = applicationTime(now, age, random)
      const jobIndex = jobFor(age, random)
      const experienceYears = yearsFor(jobIndex, random)
      const is_existing_customer = chance(random, 0.3)
      const handle = `${plainWord(firstName)}-${plainWord(lastName)}`
      return {
        firstName,
        lastName,
        language,
        email: addressFor(firstName, lastName),
        phone: phone(),
        // Reserved domains only: a made-up profile on a real site could belong to a real person.
        linkedinUrl: chance(random, 0.3) ? `https://linkedin.example/in/${handle}` : null,
        websiteUrl: chance(random, trades[jobIndex]?.showsWork ? 0.8 : 0.08)
          ? `https://${handle}.example`
          : null,
        coverLetter: letterFor(jobIndex, experienceYears, is_existing_customer),
        additionalInfo: chance(random, 0.14) ? nextExtra() : null,
        experienceYears,
        is_existing_customer,
        contacted: chance(random, contactedShare[status]),
        status,
        history: historyOf(status, created_at, now, random),
        cv: cvKindFor(`${firstName}${lastName}`, random),
        jobIndex,
        created_at,
      }
    })
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
}
