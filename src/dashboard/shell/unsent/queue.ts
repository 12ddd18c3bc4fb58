// The queue of changes that the server does not have yet: stored on the device, sent in order, each executed once.
import { notifyManager } from '@tanstack/react-query'
import { UNSENT_DAYS } from '#domain/unsent-changes.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError } from '../../api.ts'
import { useStored } from '../../ui/hooks/value-store.ts'
import { cancels, fallsWith, peopleOf, send, type Change, type Unsent } from './changes.ts'

/** A change that is not saved after this long is shown as unsaved. */
const LATE_MS = 2000
/** After this timeout the request is repeated. */
const ANSWER_MS = 8000
const RETRY_SECONDS = [1, 2, 5, 10]
/** The visible window sends first, so that toasts appear there. */
const HIDDEN_MS = 5000
/** The number is raised when the format of stored changes changes. */
const EVERYBODYS = 'storehand.unsent.1.'

export type QueueState = {
  readonly all: readonly Unsent[]
  /** Those that are shown as unsaved. */
  readonly late: readonly Unsent[]
  readonly latePeople: ReadonlySet<string>
}

export type Hooks = {
  onAnswer: (sent: Unsent, answer: unknown, wasLate: boolean) => void
  /** `dropped`: later changes that depended on it. */
  onRefused: (refused: Unsent, error: ApiError, dropped: readonly Unsent[]) => void
  onSignedOut: (error: ApiError) => void
  /** Another window has sent some. */
  onElsewhere: () => void
}

type Place = { prefix: string; hooks: Hooks }

const nothing: QueueState = { all: [], late: [], latePeople: new Set() }
const watchers = new Set<() => void>()
let place: Place | undefined
let entries: readonly Unsent[] = []
/** Changes that could not be stored: they live as long as this window. */
let unstored = new Set<string>()
/** The last request had no answer. */
let isUnanswered = false
let failures = 0
/** Changes made in this window, which shows their results. */
const madeHere = new Set<string>()
let state = nothing
let draining: Promise<void> | undefined
/** Aborts the running request. */
let giveUp: () => void = () => undefined
let retry: ReturnType<typeof setTimeout> | undefined
let lateTimer: ReturnType<typeof setTimeout> | undefined

function publish(): void {
  clearTimeout(lateTimer)
  const now = Date.now()
  const isCut = isUnanswered || !navigator.onLine
  const late = entries.filter(({ madeAt }) => isCut || now - madeAt >= LATE_MS)
  if (late.length < entries.length) lateTimer = setTimeout(publish, LATE_MS / 4)
  const isSame =
    state.all === entries &&
    late.length === state.late.length &&
    late.every((each, index) => each === state.late[index])
  if (isSame) return
  state = {
    all: entries,
    late,
    latePeople: new Set(late.flatMap(({ change }) => peopleOf(change))),
  }
  notifyManager.schedule(() => watchers.forEach((watcher) => watcher()))
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const unsentNow = (): QueueState => state

/** The state of the queue, or a part of it: a component is rendered again when that part changes. */
export const useUnsent = <Part>(part: (state: QueueState) => Part): Part =>
  useStored({ watch: subscribe, get: unsentNow }, part)

// Storage: a key for each change, so that two windows never write over each other.

const nameOf = ({ prefix }: Place, { madeAt, key }: Unsent) => `${prefix}${madeAt}.${key}`
const inOrder = (one: Unsent, other: Unsent) =>
  one.madeAt - other.madeAt || (one.key < other.key ? -1 : 1)

function store(entry: Unsent): void {
  if (!place) return
  try {
    localStorage.setItem(nameOf(place, entry), JSON.stringify(entry))
  } catch {
    // Storage is full or blocked: the window still asks before it closes.
    unstored.add(entry.key)
  }
}

function names(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

function stored(name: string): Unsent[] {
  try {
    const text = localStorage.getItem(name)
    return text ? [JSON.parse(text) as Unsent] : []
  } catch {
    return []
  }
}

/** The frame may have been left during the request: the entry is still removed from where it was stored. */
function forget(entry: Unsent, here = place): void {
  entries = entries.filter(({ key }) => key !== entry.key)
  if (!here || unstored.delete(entry.key)) return
  try {
    localStorage.removeItem(nameOf(here, entry))
  } catch {
    // It was never stored.
  }
}

function replace(entry: Unsent): void {
  entries = entries.map((other) => (other.key === entry.key ? entry : other))
  if (!unstored.has(entry.key)) store(entry)
}

/** Storage is authoritative: another window may have sent some changes, or added some. */
function look(): void {
  if (!place) return
  const here = entries.filter(({ key }) => unstored.has(key))
  const there = names(place.prefix).flatMap(stored)
  const known = new Map(entries.map((entry) => [JSON.stringify(entry), entry]))
  const next = [...here, ...there.map((entry) => known.get(JSON.stringify(entry)) ?? entry)]
  next.sort(inOrder)
  const isSame =
    next.length === entries.length && next.every((entry, index) => entry === entries[index])
  if (!isSame) entries = next
}

/** Removes all changes of a person, so that none is left for the next one on this device. */
export function forgetUnsent(but = ''): void {
  for (const name of names(EVERYBODYS)) {
    if (!but || !name.startsWith(but)) localStorage.removeItem(name)
  }
  if (but) return
  entries = []
  unstored = new Set()
  publish()
}

// Sending

/** Two windows never send at once; in browsers without locks, the idempotency keys alone prevent duplicates. */
async function alone(prefix: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  let isBegun = false
  try {
    await navigator.locks.request(`${prefix}sending`, () => {
      isBegun = true
      return work()
    })
  } catch (error) {
    // Frames without their own storage have no locks either.
    if (isBegun) throw error
    await work()
  }
}

function drain(): void {
  clearTimeout(retry)
  retry = undefined
  const here = place
  if (draining || !here || entries.length === 0 || !navigator.onLine) return
  let isDone = false
  draining = alone(here.prefix, async () => {
    look()
    let next = entries[0]
    while (next && place === here && (await tryToSend(here, next))) next = entries[0]
    isDone = !next
    publish()
  }).finally(() => {
    draining = undefined
    // Added after the last check, or the frame has changed meanwhile.
    if (isDone || place !== here) drain()
  })
}

/** A refusal is an answer; a timeout, a broken connection, a proxy's error and 'later' are not. */
const isNoAnswer = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 429 ||
  (error.status >= 502 && !error.isFromServer)

/** Returns whether the next one may be sent. */
async function tryToSend(here: Place, entry: Unsent): Promise<boolean> {
  if (Date.now() - entry.madeAt > UNSENT_DAYS * 86_400_000) {
    refuse(here, entry, new ApiError('unsent.tooOld', t('unsent.tooOld'), 410))
    return true
  }
  const tried = { ...entry, isTried: true }
  replace(tried)
  let answer: unknown
  try {
    answer = await inTime((signal) => send(tried, signal))
  } catch (error) {
    if (place !== here) return false
    if (isNoAnswer(error)) {
      goUnanswered()
      return false
    }
    const known = error as ApiError
    if (known.code === 'auth.signInRequired') {
      here.hooks.onSignedOut(known)
      return false
    }
    hear()
    refuse(here, tried, known)
    return true
  }
  hear()
  const wasLate = state.late.some(({ key }) => key === entry.key)
  notifyManager.batch(() => {
    here.hooks.onAnswer(tried, answer, wasLate)
    name(tried, answer)
    forget(tried, here)
    publish()
  })
  return true
}

async function inTime<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const controller = new AbortController()
  const silence = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () =>
      reject(new ApiError('server.unavailable', t('server.unavailable'), 0)),
    )
  })
  giveUp = () => controller.abort()
  const timer = setTimeout(giveUp, ANSWER_MS)
  try {
    return await Promise.race([ask(controller.signal), silence])
  } finally {
    clearTimeout(timer)
  }
}

function hear(): void {
  isUnanswered = false
  failures = 0
}

function goUnanswered(): void {
  isUnanswered = true
  const seconds = RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] ?? 10
  failures += 1
  clearTimeout(retry)
  retry = setTimeout(drain, seconds * 1000 + (document.hidden ? HIDDEN_MS : 0))
}

function refuse(here: Place, refused: Unsent, error: ApiError): void {
  const isGone = error.status === 404
  const dropped = entries.filter(
    (entry) => entry.key !== refused.key && fallsWith(entry, refused, isGone),
  )
  notifyManager.batch(() => {
    for (const entry of [refused, ...dropped]) forget(entry, here)
    publish()
    here.hooks.onRefused(refused, error, dropped)
  })
}

/** Puts the server's id of a change, which its answer contains, into queued undos of that change. */
function name(sent: Unsent, answer: unknown): void {
  const which = namedBy(answer)
  for (const entry of entries) {
    const { change } = entry
    if (change.act !== 'undo' || !('key' in change.which) || change.which.key !== sent.key) continue
    if (which) replace({ ...entry, change: { ...change, which } })
    else forget(entry)
  }
}

/** The argument to undo a change, from its answer. */
export function namedBy(answer: unknown): { change_id: string } | { batch_id: string } | undefined {
  const { change_id, batch_id } = (answer ?? {}) as { change_id?: string; batch_id?: string | null }
  if (change_id) return { change_id }
  return batch_id ? { batch_id } : undefined
}

/** A UUID without `randomUUID`, which pages without https do not have. */
export function newUuid(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  // Version 4, and the variant of the standard.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}

// For the screens

/** Shown at once, sent as soon as possible. */
export function make(change: Change): Unsent | undefined {
  const last = entries.at(-1)
  if (last && !last.isTried && cancels(last.change, change)) {
    forget(last)
    publish()
    return undefined
  }
  const entry: Unsent = {
    key: newUuid(),
    madeAt: Math.max(Date.now(), (last?.madeAt ?? 0) + 1),
    isTried: false,
    change,
  }
  entries = [...entries, entry]
  madeHere.add(entry.key)
  store(entry)
  publish()
  drain()
  return entry
}

/** Removes a change from the queue, unless it may have been sent. */
export function takeOut(key: string): boolean {
  const entry = entries.find((each) => each.key === key)
  if (!entry || entry.isTried) return false
  forget(entry)
  publish()
  return true
}

export const isMadeHere = (key: string): boolean => madeHere.has(key)

export const isWaiting = (key: string): boolean => entries.some((entry) => entry.key === key)

/** The server is probably reachable again. */
export function tryAgain(): void {
  if (document.hidden) return
  if (retry !== undefined) failures = 0
  drain()
}

/** Resolves when everything that can be sent is sent, or after a timeout. */
export async function whenSent(ms: number): Promise<void> {
  drain()
  await Promise.race([draining, new Promise((resolve) => setTimeout(resolve, ms))])
}

/**
 * Resumes this person's queue in this organization until the returned function is called; unsent changes stay stored.
 */
export function openQueue(userId: string, organizationId: string, hooks: Hooks): () => void {
  const here: Place = { prefix: `${EVERYBODYS}${userId}.${organizationId}.`, hooks }
  place = here
  forgetUnsent(here.prefix)
  look()
  publish()
  drain()

  const onStored = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(here.prefix)) return
    const before = entries
    look()
    publish()
    if (before.some(({ key: each }) => !isWaiting(each))) hooks.onElsewhere()
  }
  const onLine = () => {
    publish()
    tryAgain()
  }
  window.addEventListener('storage', onStored)
  window.addEventListener('online', onLine)
  window.addEventListener('offline', publish)
  document.addEventListener('visibilitychange', tryAgain)
  return () => {
    window.removeEventListener('storage', onStored)
    window.removeEventListener('online', onLine)
    window.removeEventListener('offline', publish)
    document.removeEventListener('visibilitychange', tryAgain)
    clearTimeout(retry)
    retry = undefined
    place = undefined
    // It is sent again with the same key, wherever the queue is opened next.
    giveUp()
    entries = []
    unstored = new Set()
    hear()
    publish()
    clearTimeout(lateTimer)
  }
}
