// Metadata for programs in the head of a shop's public page: the job as JSON-LD, and the addresses of the feeds.
import type { ShopView } from '#domain/careers/careers-pages.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { jobPosting, jsonLd } from '#domain/jobs/job-posting.ts'

export function machineHead(view: ShopView): string {
  if (view.state === 'jobs') {
    return view.feeds
      .map(({ type, href }) => `<link rel=alternate type=${type} href="${escapeHtml(href)}">`)
      .join('')
  }
  if (view.state !== 'job') return ''
  const { canonical, job } = view
  const { name, logo } = view.shop.brand
  const logoUrl = logo && new URL(logo.href, canonical).href
  const posting = jobPosting(job, { shop: { name, logoUrl }, url: canonical })
  return posting ? jsonLd(posting) : ''
}
