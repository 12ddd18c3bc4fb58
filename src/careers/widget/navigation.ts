// Navigation inside the widget without a page load: finds what a link or form requests, and answers it here or by the server.
import { accentOf } from '#domain/careers/accent.ts'
import { colorOf } from '#domain/organizations/brand.ts'
import { t } from '#domain/texts/text.ts'
import { nameOf } from '../jobs/job-markup.ts'
import {
  readWidgetOptions,
  stepPath,
  widgetMessages,
  widgetSteps,
  type WidgetOptions,
  type WidgetStep,
  type WidgetView,
} from '#domain/careers/widget.ts'

export type Destination = { url: string; body: FormData | null }

type Answer = { view: WidgetView; url: string } | { error: { message: string } }

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && ('view' in value || 'error' in value)

/** The answer is not a view: a proxy's page, or one of another version. */
export class NoView extends Error {}

/** The server answers a refused form with a view as well. */
export async function requestView(
  { url, body }: Destination,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json' },
    ...(body ? { body: encoded(body) } : {}),
    signal,
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!isAnswer(answer)) throw new NoView(`No view in the answer (${response.status})`)
  return answer
}

const texts = (body: FormData): URLSearchParams =>
  new URLSearchParams(
    [...body].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** Forms without files are encoded as the browser would do it. */
const encoded = (body: FormData): FormData | URLSearchParams =>
  body.has('cvFile') || body.has('cvId') ? body : texts(body)

/** The request of `form` when `submitter` is clicked, or null when the form leaves the steps. */
export function destinationOf(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  options: WidgetOptions,
): Destination | null {
  const url = new URL(form.action)
  if (url.origin !== location.origin || url.pathname !== stepPath(options)) return null
  const body = new FormData(form, submitter)
  if (form.method === 'post') {
    // The uploaded copy is used. An input without a chosen file is omitted; an empty file is sent and refused.
    const file = body.get('cvFile')
    if (body.get('cvId') || (file instanceof File && file.name === '')) body.delete('cvFile')
    return { url: url.pathname + url.search, body }
  }
  url.search = texts(body).toString()
  const to = { url: url.pathname + url.search, body: null }
  // A job's own page is no step: it is a document without scripts.
  return options.page && isList(to) ? null : to
}

const sameOptions = (one: WidgetOptions, other: WidgetOptions): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether a URL requests the list of jobs, by the same rules as on the server. */
export function isList({ url, body }: Destination): boolean {
  const query = new URL(url, location.origin).searchParams
  if (body || widgetSteps.some((step) => step !== 'list' && step === query.get('step')))
    return false
  const flagged = query.has('token') || query.get('verified') === 'true'
  return query.get('step') === 'list' || !(flagged && query.has('roleId'))
}

/** The view for a list that could not be loaded. */
export function unreadList(url: string): WidgetView {
  const query = new URL(url, location.origin).searchParams
  const options = readWidgetOptions(Object.fromEntries(query))
  const accent = accentOf(colorOf(null, options.color))
  return {
    step: 'list',
    options,
    accent,
    jobs: [],
    choices: null,
    shopName: null,
    alert: null,
    unread: true,
  }
}

/** The error text for a request without an answer; each form has its own (docs/specification.md §8). */
export function alertAbout({ url, body }: Destination, error: unknown): string {
  if (error instanceof NoView) return t('application.embedUnexpected')
  const step = body && new URL(url, location.origin).searchParams.get('step')
  const message = t('application.unreachable')
  if (step === 'email') return t('embed.functionFailed', { reason: t('embed.unreachable') })
  if (step === 'apply') return t('embed.saveFailed', { message })
  return message
}

/** Steps that can be rendered from data that is already here. */
export function cachedView(
  url: string,
  list: Extract<WidgetView, { step: 'list' }> | null,
): WidgetView | null {
  if (!list) return null
  const query = Object.fromEntries(new URL(url, location.origin).searchParams)
  if (!sameOptions(readWidgetOptions(query), list.options)) return null
  const step: WidgetStep = widgetSteps.find((known) => known === query['step']) ?? 'list'
  if (step === 'list' && !query['roleId'] && !query['token']) return { ...list, alert: null }
  const found = list.jobs.find((job) => [job.id, nameOf(job, true)].includes(query['roleId'] ?? ''))
  // In a list of several shops only the server knows the shop of the job.
  if (!found || !list.shopName) return null
  // Identified as the address and the button in the list do.
  const job = { id: query['roleId'] ?? '', title: found.title }
  if (step === 'consent') return { ...list, alert: null, step, job, recipient: list.shopName }
  if (step === 'email' && query['consent'] === 'yes' && !query['v']) {
    const { options, accent, shopName } = list
    return { options, accent, shopName, alert: null, step, job, email: '', error: null }
  }
  return null
}

type EntryState = { token?: string } | null

/** The URL bar never contains a token; the history entry does, for going back. */
export function remember(url: string, view: WidgetView, how: 'push' | 'replace'): void {
  const address = new URL(url, location.origin)
  address.searchParams.delete('token')
  const state: EntryState = view.step === 'apply' ? { token: view.token } : null
  if (how === 'push') history.pushState(state, '', address)
  else history.replaceState(state, '', address)
}

export function currentUrl(): string {
  const address = new URL(location.href)
  const state = history.state as EntryState
  if (state?.token) address.searchParams.set('token', state.token)
  return address.pathname + address.search
}

/** Lets the embedding page scroll the frame's top into view. Neither message contains personal data. */
export function announceStep(step: WidgetStep): void {
  if (window.parent === window) return
  window.parent.postMessage({ type: widgetMessages.step, step }, '*')
}
