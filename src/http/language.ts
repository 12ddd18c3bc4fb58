// The language of an answer: what the address asks for, then what the person chose before, then the browser's, then the shop's.
import type { MiddlewareHandler } from 'hono'
import { acceptedLanguage, languageOf } from '#domain/texts/languages.ts'
import { DEFAULT_LOCALE, inLocale, type Language } from '#domain/texts/locale.ts'
import { languageFolder } from '#domain/store/proxy-call.ts'
import { searchFields } from '#domain/careers/job-search.ts'
import type { SessionView } from '#domain/accounts/accounts.ts'
import type { Ctx, Env } from './context.ts'
import { readCookie, removeCookie, writeCookie, type OwnCookie } from './cookies.ts'

/** Of staff, so that the dashboard's document is in their language before anything is read. Applicants get no cookie. */
const STAFF_LANGUAGE: OwnCookie = {
  name: 'storehand_language',
  seconds: 365 * 86_400,
}

/** For the next document; the account keeps the choice for other browsers. */
export function keepStaffLanguage(c: Ctx, language: Language | null): void {
  if (language) writeCookie(c, STAFF_LANGUAGE, language)
  else removeCookie(c, STAFF_LANGUAGE)
}

/** Of the cookie. */
const staffLanguage = (c: Ctx): Language | undefined => languageOf(readCookie(c, STAFF_LANGUAGE))

/** For a browser in which the person has not chosen it: from the next document on. */
export function rememberLanguageOf(c: Ctx, { user }: SessionView): void {
  if (user?.language && user.language !== staffLanguage(c)) keepStaffLanguage(c, user.language)
}

const forApplicants =
  /^\/(?:embed|careers|shopify-proxy|verify|verify-embed|application|me)(?:[/?]|$)/

const inAdmin = /^\/shopify-embed(?:\/|$)/

/** A shop's other languages have folders of their own: '/de/apps/careers'. */
const languageOfFolder = (c: Ctx): Language | undefined =>
  c.req.path.startsWith('/shopify-proxy')
    ? languageOf(languageFolder(c.req.query('path_prefix') ?? ''))
    : undefined

export const chooseLanguage: MiddlewareHandler<Env> = (c, next) => {
  // The platform writes the language of its admin into what it opens there.
  const ofAdmin = inAdmin.test(c.req.path) ? languageOf(c.req.query('locale')) : undefined
  const inAddress = languageOf(c.req.query('lang')) ?? ofAdmin ?? languageOfFolder(c)
  if (inAddress) return inLocale(inAddress, next, 'address')
  const isStaff = !forApplicants.test(c.req.path)
  const chosen = isStaff ? staffLanguage(c) : undefined
  if (chosen) return inLocale(chosen, next, 'person')
  const accepted = acceptedLanguage(c.req.header('accept-language'))
  return accepted ? inLocale(accepted, next, 'browser') : inLocale(DEFAULT_LOCALE, next)
}

/** The parameters that a page needs to be opened again; all others may come from a third party and are dropped. */
const kept = [
  'token',
  'email',
  'roleId',
  'embed',
  'verified',
  'org',
  'shop',
  'store',
  'after',
  'news',
  'step',
  'consent',
  'v',
  'mail',
  ...searchFields,
]
const plainValue = /^[\w.@+-]{1,600}$/

/**
 * Of the request, for a form that opens it in another language; undefined for the answer to a form, which has no address.
 * `visit`: parameters that the page knows from elsewhere.
 */
export function queryOfPage(c: Ctx, visit = ''): string | undefined {
  if (c.req.method !== 'GET') return undefined
  const query = new URLSearchParams(visit)
  for (const name of kept) {
    const value = c.req.query(name)
    if (value !== undefined && plainValue.test(value) && !query.has(name)) query.set(name, value)
  }
  return `?${query}`
}
