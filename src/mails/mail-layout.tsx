// The layout of every mail: the document, its column, and the components that mails share.
import { createContext, Fragment, use, type CSSProperties, type ReactNode } from 'react'
import { directionOf } from '#domain/texts/direction.ts'
import { accentOf, blendWithWhite } from '#domain/careers/accent.ts'
import { colorOf, logoSize } from '#domain/organizations/brand.ts'
import type { MailBrand, RenderedMail } from '#domain/mails/mails.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import type { MailedPageLink } from '#domain/rights/applicant-page.ts'
import { t } from '#domain/texts/text.ts'
import { dayText } from './mail-text.ts'

/** The result of a mail file; `render.tsx` renders the page as HTML. */
export type MailDraft = Pick<RenderedMail, 'subject' | 'text'> & { page: ReactNode }

export type FootLink = { label: string; link: string }

/** The brand of the organization whose mail is rendered; null for the product's own. */
export const MailBrandContext = createContext<MailBrand | null>(null)

const sans = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

// Mail programs may drop style sheets: the inline styles are complete, and this only adds to them.
const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:599px){.edge{padding:28px 16px!important}}
@media (max-width:389px){.tag{font-size:30px!important}}
@media (prefers-color-scheme:dark){
.paper{background-color:#1A171F!important}
.ink{color:#F2F0EC!important}
.ink-2{color:#B4B1B9!important}
.ink-3{color:#9996A0!important}
.rule{border-color:#33303A!important}
.tag{background-color:#0D0B11!important}
.logo{padding:6px 10px!important;border-radius:7px;background-color:#FFFFFF!important}
.eyelet{background-color:#1A171F!important;border-color:#76727F!important}
}`

const layout = { role: 'presentation', border: 0, cellPadding: 0, cellSpacing: 0 } as const

export function MailLayout(props: {
  subject: string
  sender: string
  /** False when the mail does not name the organization. */
  withLogo?: boolean
  reason: string
  poweredBy?: boolean
  /** Shown below the reason: how to get fewer of these mails. */
  footLinks?: readonly FootLink[]
  children: ReactNode
}) {
  const {
    subject,
    sender,
    withLogo = true,
    reason,
    poweredBy = false,
    footLinks = [],
    children,
  } = props
  const logo = use(MailBrandContext)?.logo
  // Physical values: some mail programs do not know 'start'.
  const side = directionOf(currentLocale()) === 'rtl' ? 'right' : 'left'
  return (
    <html lang={currentLocale()} dir={directionOf(currentLocale())}>
      <MailHead subject={subject} />
      <body className="paper" style={{ margin: 0, padding: 0, backgroundColor: '#FFFFFF' }}>
        {/* A fixed outer table gives the column a width to be 100 % of, on narrow phones too. */}
        <table
          {...layout}
          width="100%"
          className="paper"
          style={{ width: '100%', tableLayout: 'fixed', backgroundColor: '#FFFFFF' }}
        >
          <tbody>
            <tr>
              <td align="center" className="edge" style={{ padding: '40px 16px' }}>
                <table {...layout} width={560} style={{ width: 560, maxWidth: '100%' }}>
                  <tbody>
                    <tr>
                      <td align={side} className="ink" style={{ ...body, textAlign: side }}>
                        <ShopName sender={sender} logo={withLogo ? logo : undefined} />
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td align={side} className="rule ink-2" style={{ ...foot, textAlign: side }}>
                        <Foot reason={reason} footLinks={footLinks} poweredBy={poweredBy} />
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

function MailHead({ subject }: { subject: string }) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      {/* A six-digit code is no telephone number. */}
      <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
      <title>{subject}</title>
      <style>{styleSheet}</style>
    </head>
  )
}

function ShopName({ sender, logo }: { sender: string; logo: MailBrand['logo'] | undefined }) {
  return (
    <h1 className="ink" dir="auto" style={shopName}>
      {logo ? (
        // The alternative text, as large as the name of a shop without a logo:
        // many mail programs do not load pictures.
        <img
          src={logo.href}
          {...logoSize(logo)}
          alt={sender}
          className="logo"
          style={{ display: 'block', border: 0, maxWidth: '100%' }}
        />
      ) : (
        sender
      )}
    </h1>
  )
}

type FootProps = { reason: string; footLinks: readonly FootLink[]; poweredBy: boolean }

function Foot({ reason, footLinks, poweredBy }: FootProps) {
  return (
    <>
      <p className="ink-2" style={{ margin: 0 }}>
        {reason}
      </p>
      {footLinks.length > 0 && (
        <p className="ink-2" style={{ margin: '8px 0 0' }}>
          {footLinks.map(({ label, link }, index) => (
            <Fragment key={link}>
              {index > 0 && ' · '}
              <a href={link} className="ink-2" style={footLink}>
                {label}
              </a>
            </Fragment>
          ))}
        </p>
      )}
      {poweredBy && (
        <p className="ink-3" style={{ margin: '8px 0 0', color: '#6D6A75' }}>
          {t('mails.poweredBy')}
        </p>
      )}
    </>
  )
}

const body: CSSProperties = {
  paddingBottom: 4,
  fontFamily: sans,
  fontSize: 16,
  lineHeight: '24px',
  color: '#1E1927',
  overflowWrap: 'anywhere',
}
const shopName: CSSProperties = {
  margin: '0 0 20px',
  fontSize: 18,
  lineHeight: '24px',
  fontWeight: 650,
  color: '#1E1927',
}
const foot: CSSProperties = {
  paddingTop: 16,
  borderTop: '1px solid #E2DFDA',
  fontFamily: sans,
  fontSize: 13,
  lineHeight: '20px',
  color: '#585460',
  overflowWrap: 'anywhere',
}

const footLink: CSSProperties = { color: '#585460', textDecoration: 'underline' }

export function Paragraph({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) {
  return (
    <p
      className={quiet ? 'ink-2' : 'ink'}
      style={{ margin: '0 0 20px', color: quiet ? '#585460' : '#1E1927' }}
    >
      {children}
    </p>
  )
}

/** The code on a picture of a tag; a plain label in mail programs that cannot clip corners. */
export function CodeTag({ code }: { code: string }) {
  return (
    <table {...layout} style={{ margin: '0 0 20px' }}>
      <tbody>
        <tr>
          <td className="tag ink" dir="ltr" style={tag}>
            <span aria-hidden="true" className="eyelet" style={eyelet} />
            {code}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const tag: CSSProperties = {
  padding: '16px 32px 16px 16px',
  backgroundColor: '#F4F2EE',
  clipPath: 'polygon(16px 0,100% 0,100% 100%,16px 100%,0 calc(100% - 16px),0 16px)',
  fontFamily: mono,
  fontSize: 36,
  lineHeight: '44px',
  fontWeight: 600,
  letterSpacing: '.06em',
  whiteSpace: 'nowrap',
  color: '#1E1927',
}
const eyelet: CSSProperties = {
  display: 'inline-block',
  boxSizing: 'border-box',
  width: 10,
  height: 10,
  marginRight: 22,
  border: '1.5px solid #87858C',
  borderRadius: '50%',
  backgroundColor: '#FFFFFF',
  verticalAlign: 'middle',
}

/**
 * One button for each mail, in the shop's accent as in the widget: the contrast of its text is at least 4.5 to 1, and pale
 * colours have a border.
 */
export function MailButton({ link, children }: { link: string; children: ReactNode }) {
  const { color, veil, on, light } = accentOf(colorOf(use(MailBrandContext)))
  const ground = blendWithWhite(color, veil)
  const rim = light.edge === color ? ground : light.edge
  return (
    <table {...layout} style={{ margin: '0 0 20px' }}>
      <tbody>
        <tr>
          {/* The cell carries the colour too, for programs that give links no box of their own. */}
          <td style={{ borderRadius: 7, backgroundColor: ground }}>
            <a
              href={link}
              style={{ ...button, border: `1px solid ${rim}`, backgroundColor: ground, color: on }}
            >
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** The link to the applicant's own page, at the end of every mail about an application. */
export function PageLinkLine({ page }: { page: MailedPageLink | undefined }) {
  if (!page) return null
  return (
    <Paragraph quiet>
      <a href={page.link} className="ink" style={pageLink}>
        {t('mails.page.link')}
      </a>
      <br />
      {t('mails.page.ends', { date: dayText(page.endsOn) })}
    </Paragraph>
  )
}

/** The same in plain text. */
export const pageLinkLines = (page: MailedPageLink | undefined): string =>
  page
    ? `${t('mails.page.link')}:
${page.link}
${t('mails.page.ends', { date: dayText(page.endsOn) })}

`
    : ''

const pageLink: CSSProperties = { color: '#1E1927', fontWeight: 600, textDecoration: 'underline' }

const button: CSSProperties = {
  display: 'inline-block',
  padding: '9px 18px',
  borderRadius: 7,
  fontSize: 16,
  lineHeight: '24px',
  fontWeight: 600,
  textDecoration: 'none',
}

/** One line for each person: the linked name, and the details. */
export function PersonList({
  people,
}: {
  people: readonly { name: string; link: string; words: string }[]
}) {
  return (
    <table {...layout} width="100%" style={{ width: '100%', margin: '0 0 20px' }}>
      <tbody>
        {people.map(({ name, link, words }) => (
          <tr key={link}>
            <td className="rule" style={personRow}>
              <a href={link} className="ink" dir="auto" style={personName}>
                {name}
              </a>
              {words !== '' && (
                <>
                  <br />
                  <span className="ink-2" dir="auto" style={personWords}>
                    {words}
                  </span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const personRow: CSSProperties = {
  padding: '8px 0',
  borderTop: '1px solid #E2DFDA',
  overflowWrap: 'anywhere',
}
const personName: CSSProperties = {
  color: '#1E1927',
  fontWeight: 600,
  textDecoration: 'underline',
}
const personWords: CSSProperties = { fontSize: 14, lineHeight: '20px', color: '#585460' }
