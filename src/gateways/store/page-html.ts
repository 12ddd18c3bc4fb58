// Cleans the content of a store page: keeps the allowed HTML, or converts plain text to HTML.
import type * as sanitizeHtml from 'sanitize-html'
import { htmlOfText } from '#domain/store/store-page-bodies.ts'

export type PageContent = {
  /** The cleaned input, for later edits. */
  content: string
  /** The same content as HTML for the store. */
  html: string
}

/** Block elements. Content without any of them keeps its line breaks as `<br>`. */
const BLOCKS = ['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'ul', 'ol', 'blockquote', 'table']
const INLINE = ['li', 'br', 'a', 'strong', 'em', 'img']
const TABLE_PARTS = ['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const ALLOWED = [...BLOCKS, ...INLINE, ...TABLE_PARTS]
const words = (text: string): string[] => text.trim().split(/\s+/)
/** Removed together with their content: it is not page text, or some parsers read it as something other than HTML. */
const WITHOUT_CONTENT = words(`
  script style template title textarea option select iframe object
  noscript noembed noframes frameset xmp plaintext svg math`)
/** A tag with one of these names makes the input HTML; without one, `<3` or `x<y` is plain text. */
const ELEMENTS = new Set([
  ...ALLOWED,
  ...WITHOUT_CONTENT,
  ...words(`
    h1 b i u s span font small big code pre center hr sup sub
    section article header footer main nav aside figure figcaption details summary dl dt dd
    html head body base link meta form input button label image picture
    video audio source embed applet portal frame map area marquee listing col colgroup`),
])
// The parts match disjoint characters, so matching takes linear time.
const TAG = /<\/?([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi
/** Invisible control characters, which parsers treat differently. */
const INVISIBLE = /[^\P{Cc}\t\n\r]/gu
const MAX_DEPTH = 30
const SPAN_MAX = 50

/** Idempotent: cleaning a result again does not change it. The caller has limited the length of `content`. */
export async function cleanPageContent(content: string): Promise<PageContent> {
  const text = content.replace(INVISIBLE, '').trim()
  if (!isHtml(text)) return { content: text, html: htmlOfText(text) }
  const { default: sanitize } = await import('sanitize-html')
  const clean = sanitize(text, options).trim()
  const hasBlocks = BLOCKS.some((name) => clean.includes(`<${name}>`))
  const html = hasBlocks || clean === '' ? clean : `<p>${clean.replace(/\r\n?|\n/g, '<br />')}</p>`
  return { content: html, html }
}

/** Whether the page shows neither text nor pictures. */
export const isEmptyPage = ({ html }: PageContent): boolean =>
  !html.includes('<img') && html.replace(/<[^<>]*>/g, '').trim() === ''

function isHtml(text: string): boolean {
  for (const [, name = ''] of text.matchAll(TAG)) {
    if (ELEMENTS.has(name.toLowerCase())) return true
  }
  return /<(?:script|iframe|svg|math|img)\b|<!--|<!\[CDATA\[/i.test(text)
}

const isCount = (value: string | undefined, most: number) =>
  value !== undefined && /^\d{1,4}$/.test(value) && Number(value) > 0 && Number(value) <= most

const keepValid = (
  attributes: sanitizeHtml.Attributes,
  rules: Record<string, (value: string) => boolean>,
): sanitizeHtml.Attributes =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([name, isValid]) => {
      const value = attributes[name]
      return value !== undefined && isValid(value) ? [[name, value]] : []
    }),
  )

/** Whether the address has an allowed protocol, resolved as browsers do: a relative one belongs to the store itself. */
function hasProtocol(address: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(address, BASE_URL)) return false
  const { protocol, host } = new URL(address, BASE_URL)
  const isOwn = host === new URL(BASE_URL).host
  return protocols.includes(protocol) && (isOwn || /^[a-z]+:/i.test(address))
}
const BASE_URL = 'https://store.invalid/'

const cell = (tagName: string) => (_: string, attributes: sanitizeHtml.Attributes) => ({
  tagName,
  attribs: keepValid(attributes, {
    colspan: (value) => isCount(value, SPAN_MAX),
    rowspan: (value) => isCount(value, SPAN_MAX),
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
  nestingLimit: MAX_DEPTH,
  transformTags: {
    h1: 'h2',
    b: 'strong',
    i: 'em',
    a: (_, attributes) => {
      const href = attributes.href?.trim() ?? ''
      const isValid = href !== '' && hasProtocol(href, ['http:', 'https:', 'mailto:'])
      const attribs: sanitizeHtml.Attributes = isValid ? { href, rel: 'noopener' } : {}
      return { tagName: 'a', attribs }
    },
    img: (_, attributes) => ({
      tagName: 'img',
      attribs: {
        ...keepValid(attributes, {
          src: (value) => /^https:\/\//i.test(value) && hasProtocol(value, ['https:']),
          alt: () => true,
          width: (value) => isCount(value, 4000),
          height: (value) => isCount(value, 4000),
        }),
        loading: 'lazy',
      },
    }),
    th: cell('th'),
    td: cell('td'),
  },
  // A link without a valid address becomes its text; a picture without one is removed.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img'
      ? attribs.src === undefined
      : tag === 'a' && attribs.href === undefined && 'excludeTag',
}
