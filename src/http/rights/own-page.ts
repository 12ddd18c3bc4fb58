// /me: the applicant's own page, behind a signed link, and the form that mails the links of an address. Opening an address changes nothing, because mail programs and scanners open
// links too; every act is a form with a token of ours, and those that cannot be undone ask on a page of their own first.
import { Hono } from 'hono'
import { z } from 'zod'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { withOneName } from '#domain/applicants/one-name.ts'
import { applicationInput, type ApplicationInput } from '#domain/applicants/application-input.ts'
import { requestWords } from '#domain/rights/rights.ts'
import {
  askedAct,
  PAGE_PATH,
  pageNewsOf,
  plainAct,
  type ApplicantPageView,
  type AskedAct,
  type PageLink,
  type PageNews,
  type PlainAct,
} from '#domain/rights/applicant-page.ts'
import { AppError } from '#domain/errors.ts'
import { localeInAddress } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { emailAddress } from '#domain/accounts/accounts.ts'
import type { Deps } from '#features/deps.ts'
import { requestApplicationLinks } from '#features/accounts/mail-requests.ts'
import { openOwnCv } from '#features/cvs/open-cv.ts'
import { replaceCv } from '#features/cvs/upload-cv.ts'
import { readReceipts } from '#features/retention/read-erasures.ts'
import { askForCopy } from '#features/rights/ask-for-copy.ts'
import { correctDetails } from '#features/rights/correct-details.ts'
import { downloadOwn } from '#features/rights/download-own.ts'
import { allowContact, endContact } from '#features/rights/end-contact.ts'
import { eraseAtOnce } from '#features/rights/erase-at-once.ts'
import { extendRetention, endExtendedRetention } from '#features/rights/extend-retention.ts'
import {
  liftRestriction,
  objectToUse,
  restrictApplication,
  withdrawObjection,
} from '#features/rights/restrict-application.ts'
import { askedOnPage, type Asked } from '#features/rights/record-rights-action.ts'
import { withdrawApplication } from '#features/rights/withdraw-application.ts'
import { openPageLink, readOwnPage, type OwnPage } from '#features/rights/own-page.ts'
import { endPageLinks, sendPageLink } from '#features/rights/send-page-link.ts'
import { isOwnForm, ownFormToken } from '#features/rights/own-forms.ts'
import { applicationValues } from '../applicants/applications.ts'
import type { Ctx, Env } from '../context.ts'
import { answerCv } from '../cvs/cv-answer.ts'
import { queryOfPage } from '../language.ts'
import { fileBody } from '../file-body.ts'
import { asAppError, referenceOf, setRetryAfter, statusFor } from '../errors.ts'
import { readForm } from '../form-body.ts'
import { checkInput } from '../json-body.ts'
import { networkOf } from '../server/network.ts'

const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'"

function setHeaders(c: Ctx): void {
  c.header('Content-Security-Policy', CSP)
  // The address alone opens the page: no other site may learn it, and no cache may keep what it answers.
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cache-Control', 'no-store')
}

function answer(c: Ctx, view: ApplicantPageView, status: ContentfulStatusCode = 200): Response {
  setHeaders(c)
  const html = c.var.screens.renderCareersPage({ page: 'own', view }, queryOfPage(c))
  return c.html(html, status)
}

const hrefOf = (token: string): string => `${PAGE_PATH}/${encodeURIComponent(token)}`

function back(c: Ctx, token: string, news?: PageNews): Response {
  setHeaders(c)
  const lang = localeInAddress()
  const query = new URLSearchParams({
    ...(news && { news }),
    ...(lang && { lang }),
  })
  return c.redirect(hrefOf(token) + (query.size > 0 ? `?${query}` : ''), 303)
}

type Opened = { token: string; link: PageLink; page: OwnPage }

const frameOf = (c: Ctx, { token, page }: Opened) => ({
  shop: page.shop,
  href: hrefOf(token),
  formToken: ownFormToken(c.var.deps, token),
})

/** The same for every link that opens nothing, so that nobody learns from it which applications there are. */
const ended = (c: Ctx, token: string): Response =>
  answer(
    c,
    { state: 'ended', href: hrefOf(token), formToken: ownFormToken(c.var.deps, token) },
    404,
  )

async function open(c: Ctx, token: string): Promise<Opened | undefined> {
  const link = await openPageLink(c.var.deps, token, networkOf(c))
  const page = link && (await readOwnPage(c.var.deps, link))
  return link && page && { token, link, page }
}

function refuseForeignForm(c: Ctx, token: string, fields: Readonly<Record<string, string>>): void {
  if (!isOwnForm(c.var.deps, token, fields.form ?? '')) throw new AppError('server.originRefused')
}

type Fields = Readonly<Record<string, string>>
type Act = (deps: Deps, asked: Asked, fields: Fields) => Promise<void>

const objectionInput = z.object({ words: requestWords })

const plainWork: Record<PlainAct, Act> = {
  lift: (deps, asked) => liftRestriction(deps, asked),
  'withdraw-objection': withdrawObjection,
  'allow-contact': allowContact,
  keep: extendRetention,
  'end-keeping': endExtendedRetention,
}
const askedWork: Record<Exclude<AskedAct, 'erase' | 'end-links'>, Act> = {
  withdraw: withdrawApplication,
  access: (deps, asked) => askForCopy(deps, asked),
  restrict: restrictApplication,
  object: (deps, asked, { words = '' }) =>
    objectToUse(deps, asked, checkInput(objectionInput, { words }).words || null),
  'no-contact': endContact,
}

async function carryOut(c: Ctx, opened: Opened, act: PlainAct | AskedAct, fields: Fields) {
  const { deps } = c.var
  const { link, token } = opened
  const asked = askedOnPage(link.organizationId, link.applicantId)
  if (act === 'end-links') {
    await endPageLinks(deps, link)
    return answer(c, { state: 'renewed', isByAddress: false })
  }
  if (act === 'erase') {
    const receipts = await eraseAtOnce(deps, asked, { isEverything: fields.everything === 'yes' })
    setHeaders(c)
    return c.redirect(`${PAGE_PATH}/receipt/${receipts.join(RECEIPTS_APART)}`, 303)
  }
  const work = Object.hasOwn(plainWork, act)
    ? plainWork[act as PlainAct]
    : askedWork[act as keyof typeof askedWork]
  try {
    await work(deps, asked, fields)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.fields.words) return askAgain(c, opened, act, fields, error)
    // Pressed twice: it is as it was asked.
    if (!error.code.startsWith('rights.')) throw error
  }
  return back(c, token, act)
}

/** With what was typed. */
function askAgain(
  c: Ctx,
  opened: Opened,
  act: PlainAct | AskedAct,
  { words = '' }: Fields,
  refusal: AppError,
): Response {
  const asking = pageOf(c, opened, act)
  if (asking?.state !== 'question') throw refusal
  return answer(c, { ...asking, words, alert: refusal.message }, statusFor(refusal))
}

/** A page that was open during an upgrade lacks fields, which must not be emptied by that. */
const givenOf = (input: ApplicationInput, fields: Fields): Partial<ApplicationInput> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => fields[name] !== undefined))

async function correct(c: Ctx, opened: Opened, fields: Fields): Promise<Response> {
  const { link, page, token } = opened
  try {
    const input = givenOf(checkInput(applicationInput, withOneName(fields)), fields)
    await correctDetails(c.var.deps, askedOnPage(link.organizationId, link.applicantId), input)
    return back(c, token, 'correct')
  } catch (error) {
    const refusal = asAppError(error, c)
    if (refusal.code === 'rights.alreadyCorrect') return back(c, token, 'correct')
    if (Object.keys(refusal.fields).length === 0) throw refusal
    const { jobTitle, email } = page.application
    const values = applicationValues(fields)
    const view = { jobTitle, email, values, errors: refusal.fields }
    return answer(c, { ...frameOf(c, opened), state: 'correct', ...view }, statusFor(refusal))
  }
}

/** The file is taken in while it arrives, after the fields that prove who sends it. */
async function takeCv(c: Ctx, token: string): Promise<Response> {
  const opened = await open(c, token)
  if (!opened) return ended(c, token)
  const { fields, file, fileError } = await readForm(c, {
    field: 'cvFile',
    async take(before, sent) {
      refuseForeignForm(c, token, before)
      await replaceCv(c.var.deps, opened.link, sent)
      return true
    },
  })
  refuseForeignForm(c, token, fields)
  if (file) return back(c, token, 'cv')
  const refusal = asAppError(fileError ?? new AppError('application.fileEmpty'), c)
  setRetryAfter(c, refusal)
  const { jobTitle, cv } = opened.page.application
  const error = refusal.message + referenceOf(c)
  return answer(c, { ...frameOf(c, opened), state: 'cv', jobTitle, cv, error }, statusFor(refusal))
}

async function download(c: Ctx, { link }: Opened): Promise<Response> {
  const zip = await downloadOwn(c.var.deps, link)
  setHeaders(c)
  return c.body(fileBody(zip), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment; filename="application.zip"',
  })
}

async function openFile(c: Ctx, { link }: Opened): Promise<Response> {
  const cv = await openOwnCv(c.var.deps, link)
  setHeaders(c)
  return answerCv(c, cv)
}

const findInput = z.object({ email: emailAddress })

/** The form for a person who has no link any more, with what was typed and what is wrong with it. */
const findView = (c: Ctx, email: string, error: string | null = null): ApplicantPageView => ({
  state: 'find',
  href: PAGE_PATH,
  formToken: ownFormToken(c.var.deps, ''),
  email,
  error,
})

/** Between the numbers of several receipts in one address. */
const RECEIPTS_APART = ','

/** A page for the act, which only asks; undefined for words that name none. */
function pageOf(c: Ctx, opened: Opened, word: string): ApplicantPageView | undefined {
  const frame = frameOf(c, opened)
  const { application, values } = opened.page
  const { jobTitle, email, cv, deletedOnWithoutYes } = application
  if (word === 'correct') return { ...frame, state: 'correct', jobTitle, email, values, errors: {} }
  if (word === 'cv') return { ...frame, state: 'cv', jobTitle, cv, error: null }
  const act = askedAct(word)
  const isDeletedByWithdrawing = deletedOnWithoutYes === null
  return (
    act && {
      ...frame,
      state: 'question',
      jobTitle,
      act,
      isDeletedByWithdrawing,
      words: '',
      alert: null,
    }
  )
}

export const ownPageRoutes = new Hono<Env>()
  .get(PAGE_PATH, (c) => answer(c, findView(c, '')))
  .post(PAGE_PATH, async (c) => {
    const { fields } = await readForm(c)
    refuseForeignForm(c, '', fields)
    const { email = '' } = fields
    try {
      const asked = checkInput(findInput, { email })
      await requestApplicationLinks(c.var.deps, asked.email, networkOf(c))
    } catch (error) {
      const refusal = asAppError(error, c)
      if (!refusal.fields.email) throw error
      return answer(c, findView(c, email, refusal.fields.email), statusFor(refusal))
    }
    return answer(c, { state: 'renewed', isByAddress: true })
  })
  .get(`${PAGE_PATH}/receipt/:numbers`, async (c) => {
    const numbers = c.req.param('numbers').split(RECEIPTS_APART)
    const erasures = await readReceipts(c.var.deps, numbers)
    if (erasures.length === 0) throw new AppError('erasure.missing')
    const receipts = erasures.map(({ receipt: number, erased_at: erasedAt }) => ({
      number,
      erasedAt,
    }))
    return answer(c, { state: 'receipt', receipts })
  })
  .get(`${PAGE_PATH}/:token`, async (c) => {
    const token = c.req.param('token')
    const opened = await open(c, token)
    if (!opened) return ended(c, token)
    const news = pageNewsOf(c.req.query('news'))
    const { application } = opened.page
    return answer(c, { ...frameOf(c, opened), state: 'application', application, news })
  })
  .get(`${PAGE_PATH}/:token/:act`, async (c) => {
    const { token, act } = c.req.param()
    const opened = await open(c, token)
    if (!opened) return ended(c, token)
    const view = pageOf(c, opened, act)
    // Also where a browser reloads the address of a form.
    return view ? answer(c, view) : back(c, token)
  })
  .post(`${PAGE_PATH}/:token/:act`, async (c) => {
    const { token, act: word } = c.req.param()
    if (word === 'cv') return takeCv(c, token)
    const { fields } = await readForm(c)
    refuseForeignForm(c, token, fields)
    if (word === 'renew') {
      await sendPageLink(c.var.deps, token, networkOf(c))
      return answer(c, { state: 'renewed', isByAddress: false })
    }
    const opened = await open(c, token)
    if (!opened) return ended(c, token)
    if (word === 'correct') return correct(c, opened, fields)
    if (word === 'download') return download(c, opened)
    if (word === 'file') return openFile(c, opened)
    const act = plainAct(word) ?? askedAct(word)
    if (!act) throw new AppError('server.notFound')
    return carryOut(c, opened, act, fields)
  })

/** Everything else is told on a page as well. */
ownPageRoutes.onError((error, c) => {
  const refusal = asAppError(error, c)
  setRetryAfter(c, refusal)
  const message = refusal.kind === 'unavailable' ? t('ownPage.failed') : refusal.message
  const token = c.req.param('token')
  const againHref = token === undefined ? null : hrefOf(token)
  return answer(
    c,
    { state: 'failed', message: message + referenceOf(c), againHref },
    statusFor(refusal),
  )
})
