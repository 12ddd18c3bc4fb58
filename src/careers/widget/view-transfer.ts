// Transfers a page's view to the browser: as JSON, except the jobs, which are read from the markup.
import { accentOf } from '#domain/careers/accent.ts'
import { colorOf } from '#domain/organizations/brand.ts'
import type { ApplicationView } from '#domain/careers/careers.ts'
import type { JobView } from '#domain/jobs/jobs.ts'
import { responsibilitiesOf } from '#domain/jobs/requirements.ts'
import { readWidgetOptions, type WidgetOptions, type WidgetView } from '#domain/careers/widget.ts'
import { readChoices } from '../jobs/job-search.tsx'

/** The pages that React hydrates in the browser. */
export type LivePage =
  | { page: 'embed'; view: WidgetView }
  | { page: 'application'; view: ApplicationView }

/** JSON that is safe inside a script element: `<` could end the element, U+2028 breaks old parsers. */
export const embeddableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })

/** Null when the markup contains everything: for a plain list of jobs. The colour is in the style sheet already. */
export function packPage(page: LivePage): string | null {
  if (page.page === 'application') return embeddableJson(page)
  const { accent: _, ...view } = page.view
  if (!('jobs' in view)) return embeddableJson({ ...page, view })
  // A button alone shows no jobs, and its form leads to another style.
  const { style, search } = view.options
  const isPlain = view.step === 'list' && view.jobs.length > 0 && !view.alert && !search
  if (isPlain && style !== 'button') return null
  return embeddableJson({ ...page, view: { ...view, jobs: [] } })
}

const linesIn = (list: Element | null): string[] =>
  [...(list?.querySelectorAll('li:not(.rest)') ?? [])].map((item) => item.textContent)

function readJob(card: Element): JobView {
  const [location, type, level, pay] = [...card.querySelectorAll('.facts i')].map(
    ({ textContent }) => textContent,
  )
  const page = card.querySelector<HTMLAnchorElement>('a.open-only')
  const machine = card.querySelector('.machine')
  const requirements = linesIn(card.querySelector('ul:not(.closed-only, .benefits)'))
  return {
    id: card.querySelector<HTMLButtonElement>('[name=roleId]')?.value ?? '',
    title: card.getAttribute('aria-label') ?? '',
    lang: card.getAttribute('lang'),
    description: card.querySelector('.description')?.textContent ?? '',
    location: location ?? '',
    type: type ?? '',
    responsibilities: responsibilitiesOf(requirements.join('\n')),
    requirements,
    benefits: linesIn(card.querySelector('.benefits')),
    level: level ?? '',
    pay: pay ?? null,
    closes: card.querySelector('time')?.textContent ?? null,
    href: page?.getAttribute('href') ?? null,
    byMachine: machine && {
      originalHref: machine.querySelector('a')?.getAttribute('href') ?? null,
    },
  }
}

/** The options are in the list's form, written by the server. */
function readOptions(root: Element): WidgetOptions {
  const query = [...root.querySelectorAll<HTMLInputElement>('form [type=hidden]')].map(
    ({ name, value }) => [name, value] as const,
  )
  return readWidgetOptions(Object.fromEntries(query))
}

export function unpackPage(json: string | null, root: Element): LivePage {
  const jobs = [...root.querySelectorAll('article')].map(readJob)
  if (json === null) {
    const options = readOptions(root)
    const accent = accentOf(colorOf(null, options.color))
    // Read from the form, because the consent dialog names the shop.
    const shopName = root.querySelector<HTMLElement>('[data-shop]')?.dataset['shop'] ?? null
    return {
      page: 'embed',
      view: {
        step: 'list',
        options,
        accent,
        jobs,
        choices: readChoices(root),
        shopName,
        alert: null,
      },
    }
  }
  const page = JSON.parse(json) as LivePage
  if (page.page !== 'embed') return page
  const view = { ...page.view, accent: accentOf(colorOf(null, page.view.options.color)) }
  return { page: 'embed', view: view.step === 'list' ? { ...view, jobs } : view }
}
