// The words of a page in the store: HTML is reduced to what a page may hold, and everything else is text.
import sanitizeHtml from 'sanitize-html'
import { htmlOfText } from '#domain/store/store-pages.ts'

export type PageContent = {
  /** What is kept of what was written, to be changed again later. */
  content: string
  /** The same as HTML for the store. */
  html: string
}

/** Blocks; where none of them is, the breaks of lines are those of the person who typed it. */
const BLOCKS = ['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'ul', 'ol', 'blockquote', 'table']
const WITHIN = ['li', 'br', 'a', 'strong', 'em', 'img']
const OF_TABLES = ['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const ALLOWED = [...BLOCKS, ...WITHIN, ...OF_TABLES]
const words = (text: string): string[] => text.trim().split(/\s+/)
/** Their content is no text of the page, or is read as something else than HTML somewhere. */
const WITHOUT_CONTENT = words(`
  script style template title textarea option select iframe object
  noscript noembed noframes frameset xmp plaintext svg math`)
/** Whoever writes one of them means HTML; whoever writes <3 or x<y means text. */
const ELEMENTS = new Set([
  ...ALLOWED,
  ...WITHOUT_CONTENT,
  ...words(`
    h1 b i u s span font small big code pre center hr sup sub
    section article header footer main nav aside figure figcaption details summary dl dt dd
    html head body base link meta form input button label image picture
    video audio source embed applet portal frame map area marquee listing col colgroup`),
])
// Neither part can take the other's signs, so that no text is read twice.
const TAG = /<\/?([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi
/** Signs that nobody sees, and that parsers do not agree on. */
const INVISIBLE = /[^\P{Cc}\t\n\r]/gu
const DEPTH = 30
const SPAN_MAX = 50

/** Answers the same for what it has answered once. `content` has a limited length already. */
export function cleanPageContent(content: string): PageContent {
  const text = content.replace(INVISIBLE, '').trim()
  if (!isHtml(text)) return { content: text, html: htmlOfText(text) }
  const clean = sanitizeHtml(text, options).trim()
  const hasBlocks = BLOCKS.some((name) => clean.includes(`<${name}>`))
  const html = hasBlocks || clean === '' ? clean : `<p>${clean.replace(/\r\n?|\n/g, '<br />')}</p>`
  return { content: html, html }
}

/** Whether anything is left for people to see. */
export const isEmptyPage = ({ html }: PageContent): boolean =>
  !html.includes('<img') && html.replace(/<[^<>]*>/g, '').trim() === ''

function isHtml(text: string): boolean {
  for (const [, name = ''] of text.matchAll(TAG)) {
    if (ELEMENTS.has(name.toLowerCase())) return true
  }
  return /<(?:script|iframe|svg|math|img)\b|<!--|<!\[CDATA\[/i.test(text)
}

const counted = (value: string | undefined, most: number) =>
  value !== undefined && /^\d{1,4}$/.test(value) && Number(value) > 0 && Number(value) <= most

const only = (
  attributes: sanitizeHtml.Attributes,
  rules: Record<string, (value: string) => boolean>,
): sanitizeHtml.Attributes =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([name, isRight]) => {
      const value = attributes[name]
      return value !== undefined && isRight(value) ? [[name, value]] : []
    }),
  )

/** As browsers read it: an address that says nothing about a server leads to the store's own. */
function leadsTo(address: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(address, HERE)) return false
  const { protocol, host } = new URL(address, HERE)
  const isOwn = host === new URL(HERE).host
  return protocols.includes(protocol) && (isOwn || /^[a-z]+:/i.test(address))
}
const HERE = 'https://store.invalid/'

const cell = (tagName: string) => (_: string, attributes: sanitizeHtml.Attributes) => ({
  tagName,
  attribs: only(attributes, {
    colspan: (value) => counted(value, SPAN_MAX),
    rowspan: (value) => counted(value, SPAN_MAX),
    scope: (value) => tagName === 'th' && ['row', 'col'].includes(value),
  }),
})

const options: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED,
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nonTextTags: WITHOUT_CONTENT,
  nestingLimit: DEPTH,
  transformTags: {
    h1: 'h2',
    b: 'strong',
    i: 'em',
    a: (_, attributes) => {
      const href = attributes.href?.trim() ?? ''
      const isRight = href !== '' && leadsTo(href, ['http:', 'https:', 'mailto:'])
      const attribs: sanitizeHtml.Attributes = isRight ? { href, rel: 'noopener' } : {}
      return { tagName: 'a', attribs }
    },
    img: (_, attributes) => ({
      tagName: 'img',
      attribs: {
        ...only(attributes, {
          src: (value) => /^https:\/\//i.test(value) && leadsTo(value, ['https:']),
          alt: () => true,
          width: (value) => counted(value, 4000),
          height: (value) => counted(value, 4000),
        }),
        loading: 'lazy',
      },
    }),
    th: cell('th'),
    td: cell('td'),
  },
  // A link that leads nowhere is its words; a picture that may not be shown is nothing.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img'
      ? attribs.src === undefined
      : tag === 'a' && attribs.href === undefined && 'excludeTag',
}
