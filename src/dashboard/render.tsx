// The server's entry: the first view of a page, which the browser shows until its scripts have run.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import type { FirstAnswers } from '#domain/layout.ts'
import { inLocale, type Locale } from '#domain/texts/locale.ts'
import { withFirstAnswers } from './shell/first-view/first-answers.ts'
import { keepFrame } from './shell/first-view/first-reads.ts'
import { createQueryClient } from './queries.ts'
import { createDashboardRouter } from './routes.tsx'
import { servedTo } from './ui/hooks/media-query.ts'

export { readCataloguesBy } from '#domain/texts/compiled-messages.ts'

/** The elements of the page at this address, of these answers; it asks for nothing else. */
export async function renderFirstView(
  locale: Locale,
  address: string,
  answers: FirstAnswers,
  isPhone: boolean,
): Promise<string> {
  const client = createQueryClient()
  if (answers.layout) keepFrame(client, answers.layout)
  const router = createDashboardRouter({
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  const page = (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  const render = () => servedTo(isPhone, () => renderToStaticMarkup(page))
  try {
    return inLocale(locale, () => withFirstAnswers(answers, render))
  } finally {
    // It would keep the answers for as long as a browser does.
    client.clear()
  }
}
