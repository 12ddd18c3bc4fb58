// How a page's view reaches the browser: as JSON, except the jobs, which are read back from the markup they are already in.
import { accentOf } from '#domain/accent.ts'
import { colorOf } from '#domain/brand.ts'
import type { ApplicationView } from '#domain/careers.ts'
import type { JobView } from '#domain/jobs.ts'
import { readWidgetOptions, type WidgetOptions, type WidgetView } from '#domain/widget.ts'
import { iconOfPath } from './jobs/job-icons.ts'

/** The pages that React takes over in the browser. */
export type LivePage =
  | { page: 'embed'; view: WidgetView }
  | { page: 'application'; view: ApplicationView }

/** JSON that is safe inside a script element: `<` could end the element, U+2028 old scripts. */
export const embeddableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })

/** Null where the markup alone says everything: a plain list of jobs. */
export function packPage(page: LivePage): string | null {
  if (page.page === 'application' || !('jobs' in page.view)) return embeddableJson(page)
  const { view } = page
  if (view.step === 'list' && view.jobs.length > 0 && !view.alert) return null
  return embeddableJson({ ...page, view: { ...view, jobs: [] } })
}

const textOf = (parent: Element, selector: string): string =>
  parent.querySelector(selector)?.textContent ?? ''

function readJob(card: Element): JobView {
  const meta = textOf(card, '.m')
  // A location may hold the separator itself, a type never does.
  const separator = meta.lastIndexOf(' · ')
  return {
    id: card.querySelector<HTMLButtonElement>('[name=roleId]')?.value ?? '',
    title: card.getAttribute('aria-label') ?? '',
    description: textOf(card, '.d'),
    location: separator < 0 ? meta : meta.slice(0, separator),
    type: separator < 0 ? '' : meta.slice(separator + 3),
    responsibilities: [...card.querySelectorAll('li:not(:nth-child(5))')].map(
      (item) => item.textContent ?? '',
    ),
    icon: iconOfPath(card.querySelector('path')?.getAttribute('d') ?? null),
  }
}

/** The options stand in the list's own form, where the server wrote them. */
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
    return {
      page: 'embed',
      view: { step: 'list', options, accent, jobs, shopName: null, alert: null },
    }
  }
  const page = JSON.parse(json) as LivePage
  if (page.page !== 'embed' || page.view.step !== 'list') return page
  return { page: 'embed', view: { ...page.view, jobs } }
}
