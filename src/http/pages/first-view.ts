// The first view of a page of the dashboard: rendered here, from the answers that its script would ask for, so that it is seen before
// any script has run. Where that is not possible, or takes too long, the script renders the page as every other.
import { setTimeout } from 'node:timers/promises'
import { firstAnswersElement, type FirstAnswers, type LayoutView } from '#domain/layout.ts'
import { screenAt } from '#domain/screens.ts'
import { frameQuery } from '#domain/store/framed-address.ts'
import type { AdminFrameSettings } from '#domain/store/store.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import type { Ctx, Env } from '../context.ts'

/** One of our own addresses, by the same person: with the same checks, limits and answer as from the browser. */
export type Ask = (request: Request, env: Env['Bindings']) => Response | Promise<Response>

/** `isOwn`: of the person who asks; otherwise it is the same for everybody. */
export type FirstView = { elements: string; answers: string; isOwn: boolean }

/** Browsers of phones say so in their names; a wrong guess lasts until the script has run. */
const PHONE = /\bMobi/

/** Views that are the same for everybody: a few of each language, which change with the installation. */
const shared = new Map<string, string>()

/** Later than that the page comes without it, and says itself that it is loading. */
const MOST_MS = 5000

/** Only decides what to prepare: each request checks the session itself. */
export const hasSession = (c: Ctx): boolean => /session_token=/.test(c.req.header('cookie') ?? '')

export async function readFirstView(c: Ctx, ask: Ask): Promise<FirstView | undefined> {
  const { pathname, search } = new URL(c.req.url)
  const { firstViews } = c.var.screens
  const reads = screenAt(pathname)?.reads
  const isOwn = pathname.startsWith('/admin')
  // A filter in the address changes the first requests.
  const isFirst = c.req.method === 'GET' && search === '' && isOwn === hasSession(c)
  if (!reads || !firstViews || !isFirst) return undefined
  return inTime(c, async () => {
    const answers = await readAnswers(c, ask, reads)
    if (!answers) return undefined
    const written = firstAnswersElement(answers)
    // What is the same for everybody is laid out by its style sheet alone.
    const render = async () => (await firstViews())(pathname, answers, isOwn && isByPhone(c))
    if (isOwn) return { elements: await render(), answers: written, isOwn }
    const key = `${currentLocale()} ${pathname} ${written}`
    const elements = shared.get(key) ?? (await render())
    shared.set(key, elements)
    return { elements, answers: written, isOwn }
  })
}

/** The elements of a page in a store's admin, of the answers for its user. */
export function renderFramedView(
  c: Ctx,
  answers: FirstAnswers,
  embedding: AdminFrameSettings,
): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(c.req.url)
  const frame = { embedding, query: frameQuery(searchParams) }
  return inTime(c, async () =>
    (await c.var.screens.firstViews?.())?.(pathname, answers, isByPhone(c), frame),
  )
}

const isByPhone = (c: Ctx): boolean => PHONE.test(c.req.header('user-agent') ?? '')

async function inTime<View>(c: Ctx, view: () => Promise<View>): Promise<View | undefined> {
  try {
    return await Promise.race([view(), setTimeout(MOST_MS, undefined, { ref: false })])
  } catch (error) {
    c.var.deps.log.warn({ err: error }, 'a page was sent without its first view')
    return undefined
  }
}

async function readAnswers(
  c: Ctx,
  ask: Ask,
  reads: readonly string[],
): Promise<FirstAnswers | undefined> {
  const read = (address: string) => answerOf(c, ask, address, c.req.raw.headers)
  const [frame, ...bodies] = await Promise.all([read('/api/frame'), ...reads.map(read)])
  if (frame === undefined || bodies.includes(undefined)) return undefined
  const layout = frame as LayoutView
  const { language } = layout.session.user ?? {}
  // The page of another language is loaded by its script, once the person is known.
  if (language && language !== currentLocale()) return undefined
  return { layout, reads: Object.fromEntries(reads.map((address, n) => [address, bodies[n]])) }
}

/** `by`: the headers that say who asks. Undefined for a refusal. */
export async function answerOf(
  c: Ctx,
  ask: Ask,
  address: string,
  by: HeadersInit,
): Promise<unknown> {
  const headers = new Headers(by)
  for (const name of ['accept-encoding', 'if-none-match']) headers.delete(name)
  const answer = await ask(new Request(new URL(address, c.req.url), { headers }), c.env)
  return answer.ok ? answer.json() : undefined
}
