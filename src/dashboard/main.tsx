// Starts the dashboard in the browser.
import './startup.ts'
import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { readFrameFirst } from './first-reads.ts'
import { createQueryClient } from './queries.ts'
import { createDashboardRouter } from './routes.tsx'

const client = createQueryClient()
if (location.pathname.startsWith('/admin')) readFrameFirst(client)
const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={createDashboardRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
