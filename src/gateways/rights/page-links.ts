// Signed links to an applicant's own page: created and verified without the database, which stores only their
// generation.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  PAGE_LINK_DAYS,
  PAGE_PATH,
  type MailedPageLink,
  type PageLink,
} from '#domain/rights/applicant-page.ts'
import { dayOf } from '#domain/retention/retention.ts'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets.ts'

const PURPOSE = 'applicant page'
const FORM_PURPOSE = 'applicant page form'

/** Two ids of 16 bytes, generation and end of 4 bytes each. With the signature of 32 bytes it has no spare bits in base64. */
const WORDS_BYTES = 40
const TOKEN = /^[\w-]{96}$/

type Signer = Pick<Secrets, 'sign' | 'isSigned' | 'signLink' | 'isSignedLink'>

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export function pageToken(secrets: Signer, link: PageLink): string {
  const words = Buffer.alloc(WORDS_BYTES)
  bytesOf(link.organizationId).copy(words, 0)
  bytesOf(link.applicantId).copy(words, 16)
  words.writeUInt32BE(link.generation, 32)
  words.writeUInt32BE(Math.floor(link.endsAt.getTime() / 1000), 36)
  const signature = secrets.signLink(PURPOSE, words.toString('base64url'))
  return Buffer.concat([words, signature]).toString('base64url')
}

/** The content of a token of ours, even if it is expired; undefined for any other text. */
export function readPageToken(secrets: Signer, token: string): PageLink | undefined {
  if (!TOKEN.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const words = bytes.subarray(0, WORDS_BYTES)
  const signature = bytes.subarray(WORDS_BYTES)
  if (!secrets.isSignedLink(PURPOSE, words.toString('base64url'), signature)) return undefined
  return {
    organizationId: idOf(words.subarray(0, 16)) as OrganizationId,
    applicantId: idOf(words.subarray(16, 32)),
    generation: words.readUInt32BE(32),
    endsAt: new Date(words.readUInt32BE(36) * 1000),
  }
}

/** A link that is valid from now, for a mail or a redirect. */
export function newPageLink(
  { secrets, appUrl, now }: { secrets: Signer; appUrl: string; now: Date },
  applicant: Omit<PageLink, 'endsAt'>,
): MailedPageLink {
  const endsAt = endOf(now)
  const token = pageToken(secrets, { ...applicant, endsAt })
  return { link: `${appUrl}${PAGE_PATH}/${token}`, endsOn: dayOf(endsAt) }
}

/** For previews: looks like a link but opens nothing. */
export const samplePageLink = ({
  appUrl,
  clock,
}: {
  appUrl: string
  clock: Clock
}): MailedPageLink => ({ link: `${appUrl}${PAGE_PATH}`, endsOn: dayOf(endOf(clock.now())) })

const endOf = (now: Date): Date => new Date(now.getTime() + PAGE_LINK_DAYS * 86_400_000)

/** A CSRF token, included in each form of a page: a site that does not know the page cannot submit one. */
export const pageFormToken = (secrets: Signer, token: string): string =>
  secrets.sign(FORM_PURPOSE, token).toString('base64url')

export const isPageForm = (secrets: Signer, token: string, sent: string): boolean =>
  secrets.isSigned(FORM_PURPOSE, token, Buffer.from(sent, 'base64url'))
