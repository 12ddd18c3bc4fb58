// The public addresses of jobs, and the code that puts all jobs into the shop's own pages.
import { careersHref } from '#domain/careers/careers-pages.ts'
import { loaderSnippet } from '#domain/careers/widget-snippets.ts'
import { readWidgetOptions } from '#domain/careers/widget.ts'

type Named = { name: string; slug: string }

export const publicLink = (organization: Pick<Named, 'slug'>, job: { slug: string }): string =>
  new URL(careersHref(organization, job), window.location.origin).href

/** All open jobs. */
export const publicJobsLink = (organization: Pick<Named, 'slug'>): string =>
  new URL(careersHref(organization), window.location.origin).href

export const widgetCode = ({ name, slug }: Named): string =>
  loaderSnippet({
    appUrl: window.location.origin,
    shopName: name,
    options: readWidgetOptions({ org: slug }),
  })
