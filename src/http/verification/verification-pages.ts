// /verify and /verify-embed: the pages that links in applicants' mails open. Also what all public pages share: their headers and
// the cookie with the grant. React renders the views.
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { emailAddress } from '#domain/accounts/accounts.ts'
import {
  isIndexed,
  visitOfPage,
  type CareersPage,
  type VerifyEmbedView,
  type VerifyView,
  type ScriptHashes,
} from '#domain/careers/careers.ts'
import { AppError } from '#domain/errors.ts'
import { continueInLanguage } from '#domain/texts/languages.ts'
import { t } from '#domain/texts/text.ts'
import { VERIFICATION_HOURS, type Grant } from '#domain/verification/verification.ts'
import { waitText } from '#domain/careers/widget.ts'
import { findApplicationObstacle } from '#features/applicants/find-application-obstacle.ts'
import { readOwnPageHref } from '#features/rights/own-page.ts'
import { allowedReturnUrl, readStoreHosts } from '#features/verification/allowed-return-url.ts'
import { sendAgain } from '#features/verification/send-again.ts'
import { verifyLink } from '#features/verification/verify.ts'
import type { Ctx, Env } from '../context.ts'
import { removeCookie, writeCookie, readCookie, type OwnCookie } from '../cookies.ts'
import { queryOfPage } from '../language.ts'
import { asAppError, referenceOf, setRetryAfter, statusFor } from '../errors.ts'
import { readForm } from '../form-body.ts'
import { encodedOnce } from '../pages/compressed-page.ts'
import { networkOf } from '../server/network.ts'
import { INDEXED } from '../server/safe-headers.ts'
import { namedJob, visitView, nextStepsView } from '../careers/visited-shop.ts'

const GRANT: OwnCookie = {
  name: 'storehand_grant',
  seconds: VERIFICATION_HOURS * 3600,
  path: '/application',
}

/**
 * The steps and the form. A secret in them came in the address or the form of the request, so another site cannot
 * request the page with text of its own and guess the secret from the compressed length. The page that opens by a
 * cookie repeats nothing of its request; refusals do, and are not compressed.
 */
const isCompressed = (page: CareersPage): boolean =>
  page.page === 'embed' ||
  page.page === 'steps' ||
  (page.page === 'application' && page.view.state === 'form')

/** Renders a page that is not cached, sends no referrer to other sites and runs only our scripts. */
export async function answerPage(
  c: Ctx,
  page: CareersPage,
  /** `query`: with which a language can be chosen, where that of the request holds more than we want back. */
  options: { status?: ContentfulStatusCode; frames?: string; query?: string } = {},
): Promise<Response> {
  const { careersScriptHashes } = c.var.screens
  for (const [name, value] of pageHeaders(careersScriptHashes, options.frames ?? "'self'", page)) {
    c.header(name, value)
  }
  c.header('Cache-Control', 'no-store')
  c.header('Vary', 'Accept-Language', { append: true })
  // A widget uses the language of the page around it.
  const query =
    page.page === 'embed' ? undefined : (options.query ?? queryOfPage(c, visitOfPage(page)))
  const html = c.var.screens.renderCareersPage(page, query)
  const status = options.status ?? 200
  if (!isCompressed(page)) return c.html(html, status)
  c.header('Vary', 'Accept-Encoding', { append: true })
  const { body, encoding } = await encodedOnce(html, c.req.header('accept-encoding'))
  if (encoding) c.header('Content-Encoding', encoding)
  c.header('Content-Type', 'text/html; charset=UTF-8')
  return c.body(body, status)
}

export function pageHeaders(
  scriptHashes: ScriptHashes,
  frames: string,
  page: CareersPage,
): [string, string][] {
  return [
    [
      'Content-Security-Policy',
      `default-src 'none'; script-src ${["'self'", ...scriptHashes(page.page)].join(' ')}; style-src 'unsafe-inline'; connect-src 'self'; ` +
        `img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors ${frames}`,
    ],
    // Our own form posts need an Origin header; other sites must not see addresses with tokens.
    ['Referrer-Policy', 'same-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    // Cross-origin, so that a cross-origin isolated page can frame the widget.
    ['Cross-Origin-Resource-Policy', frames === '*' ? 'cross-origin' : 'same-origin'],
    ...(isIndexed(page) ? Object.entries(INDEXED) : []),
  ]
}

export function readGrantCookie(c: Ctx): string {
  return readCookie(c, GRANT) ?? ''
}

function setGrantCookie(c: Ctx, grant: Grant): void {
  writeCookie(c, GRANT, grant.token)
}

export const deleteGrantCookie = (c: Ctx): void => {
  removeCookie(c, GRANT)
}

export const applicationQuery = (grant: Grant): string =>
  `?${new URLSearchParams({
    email: grant.email,
    roleId: grant.job_post_id,
    roleTitle: grant.job_title,
  })}`

function withQuery(url: string, values: Record<string, string>): string {
  const target = new URL(url)
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value)
  return target.href
}

const emptyVerify: VerifyView = {
  brand: null,
  visit: '',
  state: 'loading',
  token: '',
  embed: false,
  continueTo: null,
  ownPageHref: null,
  redirectTo: null,
  message: null,
  job: null,
  email: null,
  grant: null,
  nextSteps: null,
}

const emptyVerifyEmbed = {
  brand: null,
  visit: '',
  returnTo: null,
  shopName: null,
  message: null,
  nextSteps: null,
} as const

/** One message for all reasons why a link is invalid; other errors become 'an error occurred'. */
function verificationMessage(
  error: unknown,
  c: Ctx,
  invalid: string,
  refused: string = t('verification.unexpected'),
): [string, ContentfulStatusCode] {
  const code = error instanceof AppError ? error.code : ''
  // The page says below that the job is closed and lists open jobs.
  if (code === 'verification.linkInvalid' || code === 'embed.jobClosed') return [invalid, 400]
  const refusal = asAppError(error, c)
  setRetryAfter(c, refusal)
  if (refusal.kind === 'limited') return [refusal.message, statusFor(refusal)]
  const isAway = refusal.kind === 'unavailable'
  const message = isAway ? t('verification.unexpected') : refused
  return [message + referenceOf(c), statusFor(refusal)]
}

export const verificationPageRoutes = new Hono<Env>()
  .get('/verify', async (c) => {
    const { token = '', embed, redirect = null } = c.req.query()
    const message = t('verification.linkInvalid')
    const view: VerifyView = token
      ? {
          ...emptyVerify,
          ...(await visitView(c, { token })),
          token,
          embed: embed === 'true',
          redirectTo: redirect,
          job: namedJob(c),
        }
      : {
          ...emptyVerify,
          state: 'error',
          message,
          nextSteps: await nextStepsView(c, {}),
        }
    return answerPage(c, { page: 'verify', view }, { status: token ? 200 : 400 })
  })
  .post('/verify', async (c) => {
    const { embed, redirect } = c.req.query()
    let token = ''
    try {
      const { fields } = await readForm(c)
      token = fields.token ?? ''
      const grant = await verifyLink(c.var.deps, token, networkOf(c))
      continueInLanguage(grant.language, 'person')
      setGrantCookie(c, grant)
      const allowed = redirect
        ? await allowedReturnUrl(c.var.deps, grant.organization_id, redirect)
        : null
      const isEmbedded = embed === 'true'
      const refusal = await findApplicationObstacle(c.var.deps, grant)
      const ownPageHref =
        refusal?.code === 'application.duplicate' ? await readOwnPageHref(c.var.deps, grant) : null
      // In a window that a widget opened, the page notifies the widget first.
      if (ownPageHref && !isEmbedded) return c.redirect(ownPageHref, 303)
      const view: VerifyView = {
        ...emptyVerify,
        state: 'success',
        ...(await visitView(c, { token })),
        embed: isEmbedded,
        continueTo: refusal ? null : `/application${applicationQuery(grant)}`,
        ownPageHref,
        // The list of open jobs says whether the job is closed.
        message: refusal?.code === 'application.duplicate' ? t(refusal.code) : null,
        nextSteps: refusal
          ? { ...(await nextStepsView(c, { token }, { withJobs: true })), sendAgain: null }
          : null,
        redirectTo:
          !refusal && isEmbedded && allowed
            ? withQuery(allowed, { verified: 'true', email: grant.email })
            : null,
        job: { id: grant.job_post_id, title: grant.job_title },
        email: grant.email,
        grant: grant.token,
      }
      return answerPage(c, { page: 'verify', view })
    } catch (error) {
      const [message, status] = verificationMessage(error, c, t('verification.linkInvalid'))
      const view: VerifyView = {
        ...emptyVerify,
        state: 'error',
        message,
        nextSteps: await nextStepsView(c, { token }),
      }
      return answerPage(c, { page: 'verify', view }, { status })
    }
  })
  // Sends a new link; also for /verify-embed and /application.
  .post('/verify/again', async (c) => {
    let token = ''
    try {
      const { fields } = await readForm(c)
      token = fields.token ?? ''
      const { isSent, nextMailAt, ...sent } = await sendAgain(c.var.deps, token, networkOf(c))
      const wait = nextMailAt.getTime() - c.var.deps.clock.now().getTime()
      const seconds = Math.max(1, Math.ceil(wait / 1000))
      if (!isSent) {
        throw new AppError('verification.againLimit', {
          values: { wait: waitText(seconds) },
          retryAfter: seconds,
        })
      }
      const nextSteps = { ...(await nextStepsView(c, { token })), sendAgain: null }
      const job = { id: sent.job_post_id, title: sent.jobTitle }
      const view: VerifyView = { ...emptyVerify, state: 'sent', job, nextSteps }
      return answerPage(c, { page: 'verify', view }, { frames: '*' })
    } catch (error) {
      const [message, status] = verificationMessage(error, c, t('verification.linkInvalid'))
      const nextSteps = await nextStepsView(c, { token })
      const view: VerifyView = { ...emptyVerify, state: 'error', message, nextSteps }
      return answerPage(c, { page: 'verify', view }, { status, frames: '*' })
    }
  })
  .get('/verify-embed', async (c) => {
    const query = readEmbedQuery(c.req.query())
    const isComplete = Boolean(query.token && query.email && query.store && c.req.query('verified'))
    const view: VerifyEmbedView = isComplete
      ? {
          ...query,
          ...emptyVerifyEmbed,
          state: 'loading',
          ...(await visitView(c, query)),
        }
      : {
          ...query,
          ...emptyVerifyEmbed,
          state: 'error',
          message: t('verification.missingParameters'),
          nextSteps: await nextStepsView(c, query),
        }
    return answerPage(
      c,
      { page: 'verify-embed', view },
      { status: isComplete ? 200 : 400, frames: '*' },
    )
  })
  .post('/verify-embed', async (c) => {
    let query = readEmbedQuery(c.req.query())
    try {
      const { fields } = await readForm(c)
      query = readEmbedQuery({ ...c.req.query(), ...fields })
      const grant = await verifyLink(c.var.deps, query.token, networkOf(c))
      const isSameAddress = emailAddress.safeParse(query.email).data === grant.email
      if (!isSameAddress) throw new AppError('verification.linkInvalid')
      const returnTo = await allowedReturnUrl(c.var.deps, grant.organization_id, query.store)
      const view: VerifyEmbedView = {
        ...query,
        ...emptyVerifyEmbed,
        state: 'success',
        ...(await visitView(c, query)),
        returnTo: returnTo && `${returnTo.split('#', 1)[0]}#verification-success`,
        shopName: grant.organization_name,
      }
      const hosts = await readStoreHosts(c.var.deps, grant.organization_id)
      return answerPage(
        c,
        { page: 'verify-embed', view },
        { frames: ["'self'", ...hosts.map((host) => `https://${host}`)].join(' ') },
      )
    } catch (error) {
      const [message, status] = verificationMessage(
        error,
        c,
        t('verification.embedLinkInvalid'),
        t('verification.failed'),
      )
      const view: VerifyEmbedView = {
        ...query,
        ...emptyVerifyEmbed,
        state: 'error',
        message,
        nextSteps: await nextStepsView(c, query),
      }
      return answerPage(c, { page: 'verify-embed', view }, { status, frames: '*' })
    }
  })

/** The values come from the link's query, then from the fields of the page's form. */
function readEmbedQuery({
  token = '',
  email = '',
  store = '',
}: Readonly<Record<string, string>>): Pick<VerifyEmbedView, 'token' | 'email' | 'store'> {
  return { token, email, store }
}
