// The HTML document around a page. The parts that are the same for all visitors are built once.
import { blendWithWhite, type Accent } from '#domain/careers/accent.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { widgetThemes, type WidgetTheme } from '#domain/careers/widget.ts'
import { directionOf } from '#domain/texts/direction.ts'
import type { SocialPicture } from '#domain/careers/job-picture.ts'
import { currentLocale, type Locale } from '#domain/texts/locale.ts'
import { pageTitle } from '../page-title.ts'
import { inlineScripts, type InlineScript } from './inline-scripts.ts'
import applicationCss from './application.css?inline'
import ownPageCss from '../rights/own-page.css?inline'
import listCss from './list.css?inline'
import pagesCss from './pages.css?inline'
import languagesCss from './languages.css?inline'
import listSearchCss from '../pages/list-search.css?inline'
import shopCss from '../pages/shop.css?inline'
import showcaseCss from '../pages/showcase.css?inline'
import { alternatesOf, languageForm } from './languages.ts'
import careersCss from '../pages/careers.css?inline'
import frameCss from '../pages/frame.css?inline'
import jobStepsCss from '../pages/job-steps.css?inline'
import type { CareersHead } from '../pages/careers-head.ts'
import { onGround, themed } from './palette.ts'
import { stepSheets, type StepSheet } from '../steps/step-sheets.ts'

const widgetStyles = (theme: WidgetTheme) =>
  Object.fromEntries(
    Object.entries(stepSheets).map(([name, { first }]) => [name, themed(listCss + first, theme)]),
  ) as Record<StepSheet, string>
const widgetSheets = Object.fromEntries(
  widgetThemes.map((theme) => [theme, widgetStyles(theme)]),
) as Record<WidgetTheme, ReturnType<typeof widgetStyles>>

/** The product's own colours, in both themes. */
const pageSheets = {
  pages: pagesCss + languagesCss,
  application: pagesCss + languagesCss + applicationCss,
  own: pagesCss + languagesCss + applicationCss + ownPageCss,
} as const

/** A shop's public pages, in both themes and its colour. */
const careersSheet = themed(frameCss + careersCss + languagesCss, 'auto')
/** What only some of them have: all jobs, the search of a long list, what a shop shows beside its words. */
const pageParts = {
  shop: themed(shopCss, 'auto'),
  search: themed(listSearchCss, 'auto'),
  showcase: themed(showcaseCss, 'auto'),
} as const
export type PagePart = keyof typeof pageParts
/** The steps of an application in the same frame. */
const jobStepsSheet = (sheet: StepSheet) =>
  themed(listCss + stepSheets[sheet].first + frameCss + jobStepsCss + languagesCss, 'auto')
const jobStepsSheets = { around: jobStepsSheet('around'), form: jobStepsSheet('form') }

/** A shop's settings for its widget. */
export type WidgetLook = {
  styleSheet: StepSheet
  theme: WidgetTheme
  accent: Accent
  lang: string | null
}

/** A page of a journey that the widget begins: in the same colours. */
type PageLook = { page: keyof typeof pageSheets; accent: Accent }

const attributeOf = ([name, value]: [string, string | number]): string =>
  ` data-${name}="${escapeHtml(String(value))}"`

/** Those that load React. */
const hasClient = (name: InlineScript) => name === 'list' || name === 'form'

const scriptElement = (name: InlineScript, data: Record<string, string | number>): string =>
  `<script${Object.entries(data).map(attributeOf).join('')}>${inlineScripts[name]}</script>`

/** The hover colour, behind white text. */
const HOVER_VEIL = 0.08

const shortHex = (hex: string): string => hex.toLowerCase().replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3')

/**
 * Computed from six hex digits: it never contains text from a visitor. Omits what the style sheet has as defaults:
 * white on the colour, no overlay, no border.
 */
function accentCss({ color, veil, on, light, dark }: Accent, theme: WidgetTheme): string {
  const shade = (name: 'text' | 'edge') =>
    onGround(theme, shortHex(light[name]), shortHex(dark[name]))
  const edge = shade('edge')
  const values = [`--a:${shortHex(color)}`, `--t:${shade('text')}`, `--e:${edge}`]
  if (veil > 0) values.push(`--v:${veil}`.replace('0.', '.'))
  if (on !== '#FFFFFF') values.push(`--o:${shortHex(on)}`)
  // A border when the colour alone has too little contrast with the page.
  const rim =
    edge === shortHex(color) ? '' : `.button:not(.outline){box-shadow:inset 0 0 0 1px ${edge}}`
  return `:root{${values.join(';')}}${rim}`
}

/** The accent on our pages, which support both themes. Computed from six hex digits, as above. */
function brandCss({ color, veil, on, light, dark }: Accent): string {
  const fill = blendWithWhite(color, veil)
  // A border when the colour alone has too little contrast with the page.
  const rimOn = ({ edge }: { edge: string }) => (edge === color ? fill : edge)
  const values = [
    `--fill:${fill}`,
    `--fill-hover:${on === '#FFFFFF' ? blendWithWhite(fill, HOVER_VEIL) : fill}`,
    `--on:${on}`,
    `--link:light-dark(${light.text},${dark.text})`,
    `--edge:light-dark(${rimOn(light)},${rimOn(dark)})`,
    `--ring:light-dark(${light.edge},${dark.edge})`,
  ]
  return `:root{${values.join(';')}}`
}

/**
 * English lines keep their own direction but are aligned with the page. Descriptions are aligned by their own
 * direction: on the other side the ellipsis of a truncated text would be cut off. Not `start`, which each line would
 * resolve by its own direction.
 */
const RIGHT_TO_LEFT =
  'body{text-align:right}.description{text-align:start}@media(min-width:480px){.powered{text-align:left}}'

const turned = (lang: string) => (directionOf(lang) === 'rtl' ? RIGHT_TO_LEFT : '')

function styleOf(look: DocumentParts['look']): string {
  if ('page' in look) return pageSheets[look.page] + brandCss(look.accent)
  if (!('styleSheet' in look)) {
    const sheet = look.steps ? jobStepsSheets[look.steps] : careersSheet
    const parts = (look.parts ?? []).map((part) => pageParts[part]).join('')
    return sheet + parts + accentCss(look.accent, 'auto') + turned(currentLocale())
  }
  const { styleSheet, theme, accent, lang } = look
  return (
    widgetSheets[theme][styleSheet] + accentCss(accent, theme) + turned(lang ?? currentLocale())
  )
}

function opening(lang: string): string {
  const dir = directionOf(lang) === 'rtl' ? ' dir="rtl"' : ''
  return `<!doctype html><html lang="${escapeHtml(lang)}"${dir}><meta charset=utf-8><meta name=viewport content="width=device-width"><title>`
}

type Meta = (kind: 'name' | 'property', name: string, content: string) => string

const pictureTags = ({ href, width, height }: SocialPicture, words: string, meta: Meta) => [
  meta('property', 'og:image', href),
  meta('property', 'og:image:width', String(width)),
  meta('property', 'og:image:height', String(height)),
  meta('property', 'og:image:alt', words),
  // The other values are read from the Open Graph tags.
  meta('name', 'twitter:card', 'summary_large_image'),
]

/** The head of a page that search engines index and messengers preview. */
function headOf({
  title,
  description,
  canonical,
  site,
  machine,
  picture,
  pictureOf,
}: CareersHead): string {
  const meta: Meta = (kind, name, content) =>
    `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
  return [
    meta('name', 'description', description),
    `<link rel=canonical href="${escapeHtml(canonical)}">`,
    ...alternatesOf(canonical).map(
      ({ lang, href }) => `<link rel=alternate hreflang=${lang} href="${escapeHtml(href)}">`,
    ),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', canonical),
    meta('property', 'og:site_name', site),
    meta('property', 'og:locale', currentLocale().replace('-', '_')),
    ...(picture ? pictureTags(picture, pictureOf, meta) : []),
    machine,
  ].join('')
}

export type DocumentParts = {
  /** Only the accent: for a shop's public page, with its parts, or the steps there. */
  look:
    | WidgetLook
    | { accent: Accent; steps?: keyof typeof jobStepsSheets; parts?: readonly PagePart[] }
    | PageLook
  /** The shop's title instead of the product's. */
  head?: CareersHead | null
  /** Replaces the product's, for pages without a head. */
  title?: string
  failed: boolean
  /** Additional elements of the head. */
  meta?: string
  /** The tags around the markup. */
  frame: readonly [string, string]
  markup: string
  /** Already escaped for a script element; null when there is no data. */
  json: string | null
  /** Null when the page needs no script. */
  script: InlineScript | null
  formStart?: FormStart
}

/** What the script of a page with forms does before the first interaction. */
export type FormStart = {
  /** The draft on this device: the form restores it, or it was submitted and is deleted. */
  draft?: 'keep' | 'delete'
  /**
   * The address can be verified in another window, and the step changes automatically after this many seconds, if any.
   */
  wait?: number | ''
}

/** `client`: the address of the built `client.tsx` in a language. */
export type Assets = { client: (locale: Locale) => string }

export function createDocument({ client }: Assets) {
  const scriptOf = (name: InlineScript, formStart: FormStart | undefined): string =>
    scriptElement(name, hasClient(name) ? { client: client(currentLocale()), ...formStart } : {})
  // The tags of head and body are omitted: the parser adds them.
  return (parts: DocumentParts, query?: string): string => {
    const lang = 'lang' in parts.look ? parts.look.lang : null
    const own = parts.head?.title ?? parts.title
    const title = own === undefined ? pageTitle(parts.failed) : escapeHtml(own)
    const head = (parts.head ? headOf(parts.head) : '') + (parts.meta ?? '')
    const [open, close] = parts.frame
    const json = parts.json ? `<script type="application/json" id="d">${parts.json}</script>` : ''
    const script = parts.script ? scriptOf(parts.script, parts.formStart) : ''
    const choice = query === undefined ? '' : languageForm(query)
    return `${opening(lang ?? currentLocale())}${title}</title><style>${styleOf(parts.look)}</style>${head}${open}${parts.markup}${close}${choice}${json}${script}`
  }
}
