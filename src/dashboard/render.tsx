// The server's entry: the first view of a page, which the browser shows until its scripts have run.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import type { FirstAnswers, ServedFrame } from '#domain/layout.ts'
import { FRAMED } from '#domain/store/framed-address.ts'
import { inLocale, type Locale } from '#domain/texts/locale.ts'
import { FramedHome, loadSteps } from './framed-home.tsx'
import { withFirstAnswers } from './shell/first-view/first-answers.ts'
import { keepFrame } from './shell/first-view/first-reads.ts'
import { createQueryClient } from './queries.ts'
import { createDashboardRouter } from './routes.tsx'
import { servedTo } from './ui/hooks/media-query.ts'
import { servedIn } from './ui/store-admin/admin-frame.ts'

export { readCataloguesBy } from '#domain/texts/compiled-messages.ts'

/** The elements of the page at this address, of these answers; it asks for nothing else. `frame`: as inside that admin. */
export async function renderFirstView(
  locale: Locale,
  address: string,
  answers: FirstAnswers,
  isPhone: boolean,
  frame?: ServedFrame,
): Promise<string> {
  const client = createQueryClient()
  if (answers.layout) keepFrame(client, answers.layout)
  const router = createDashboardRouter({
    history: createMemoryHistory({
      // As the router writes it: it would redirect from any other form.
      initialEntries: [frame ? `${address}?${new URLSearchParams(frame.query)}` : address],
    }),
    ...(frame && {
      // The menu is the admin's, which takes it from the script.
      frame: { Home: FramedHome, Nav: () => null, base: FRAMED, query: frame.query },
    }),
  })
  await Promise.all([router.load(), frame && loadSteps()])
  const page = (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  const render = () =>
    servedIn(frame?.embedding, () => servedTo(isPhone, () => renderToStaticMarkup(page)))
  try {
    return inLocale(locale, () => withFirstAnswers(answers, render))
  } finally {
    // It would keep the answers for as long as a browser does.
    client.clear()
  }
}
