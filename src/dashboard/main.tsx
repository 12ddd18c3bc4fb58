// Starts the dashboard in the browser.
import './startup.ts'
import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { readFrameFirst } from './shell/first-view/first-reads.ts'
import { createQueryClient } from './queries.ts'
import { createDashboardRouter } from './routes.tsx'
import { startIn } from './shell/first-view/replace-first-view.ts'

const place = document.getElementById('root')
if (place) {
  const client = createQueryClient()
  readFrameFirst(client, location.pathname.startsWith('/admin'))
  const router = createDashboardRouter()
  const render = () =>
    createRoot(place).render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    )
  void startIn(place, () => router.load(), render)
}
