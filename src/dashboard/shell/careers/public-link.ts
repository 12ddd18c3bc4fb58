// The public addresses of jobs, and the code that puts all jobs into the shop's own pages.
import { useQuery } from '@tanstack/react-query'
import { careersHref } from '#domain/careers/careers-pages.ts'
import { loaderSnippet } from '#domain/careers/widget-snippets.ts'
import { readWidgetOptions } from '#domain/careers/widget.ts'
import { storeQuery } from '../../queries.ts'
import { isInAdmin } from '../../ui/store-admin/admin-frame.ts'

type Named = { name: string; slug: string }

const publicLink = (organization: Pick<Named, 'slug'>, job: { slug: string }): string =>
  new URL(careersHref(organization, job), window.location.origin).href

/** All open jobs. */
export const publicJobsLink = (organization: Pick<Named, 'slug'>): string =>
  new URL(careersHref(organization), window.location.origin).href

/** For sharing: in a store's admin the shop's own pages, in its theme, and ours everywhere else. */
export function usePublicLinks(organization: Pick<Named, 'slug'>) {
  const isFramed = isInAdmin()
  const store = useQuery({ ...storeQuery, enabled: isFramed })
  const root = isFramed ? store.data?.jobs_url : null
  return {
    jobs: root ?? publicJobsLink(organization),
    job: (job: { slug: string }) =>
      root ? `${root}/${encodeURIComponent(job.slug)}` : publicLink(organization, job),
  }
}

export const widgetCode = ({ name, slug }: Named): string =>
  loaderSnippet({
    appUrl: window.location.origin,
    shopName: name,
    options: readWidgetOptions({ org: slug }),
  })
