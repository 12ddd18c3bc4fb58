// Metadata of a shop's public page for search engines and messengers: title, description and canonical URL.
import { jobFacts, type CareersView, type ShopView } from '#domain/careers/careers-pages.ts'
import type { SocialPicture } from '#domain/careers/job-picture.ts'
import { machineHead } from './machine-head.ts'
import { t } from '#domain/texts/text.ts'

export type CareersHead = {
  title: string
  description: string
  canonical: string
  site: string
  picture: SocialPicture | null
  /** The alternative text of the picture. */
  pictureOf: string
  /** Metadata for machines, as elements of the head. */
  machine: string
}

/** About the length of a search result. */
const DESCRIPTION_MAX = 160

/** Null without a shop. */
export function careersHead(view: CareersView): CareersHead | null {
  if (view.state === 'unavailable') return null
  const { canonical, shop } = view
  return {
    ...headWords(view),
    canonical,
    site: shop.name,
    picture: view.picture,
    pictureOf: t('careers.picture.of', {
      title: view.state === 'job' ? view.job.title : t('careers.picture.hiring'),
      name: shop.name,
    }),
    machine: machineHead(view),
  }
}

export const headWords = (view: ShopView): Pick<CareersHead, 'title' | 'description'> => ({
  title: titleOf(view),
  description: descriptionOf(view),
})

function titleOf(view: ShopView): string {
  const { name } = view.shop
  switch (view.state) {
    case 'job':
      return t('careers.pageTitle.job', { title: view.job.title, name })
    case 'jobs':
      return t('careers.pageTitle.jobs', { name })
    case 'closed':
      return `${t('embed.jobClosed').replace(/\.$/, '')} · ${name}`
    case 'missing':
      return `${t('careers.jobMissing').replace(/\.$/, '')} · ${name}`
  }
}

function descriptionOf(view: ShopView): string {
  if (view.state === 'job') return shortened(`${jobFacts(view.job)}. ${view.job.description}`)
  const titles = view.jobs.map(({ title }) => title).join(', ')
  return shortened(titles ? t('careers.button.jobs', { titles }) : t('careers.list.empty'))
}

/** On one line, cut between words if possible. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  // No character is longer than two UTF-16 units, and the rest of a long text is not read.
  const signs = Array.from(line.slice(0, 2 * DESCRIPTION_MAX + 1))
  if (signs.length <= DESCRIPTION_MAX) return line
  const cut = signs.slice(0, DESCRIPTION_MAX)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > 0 ? space : DESCRIPTION_MAX).join('')}…`
}
