// Starts the dashboard in the browser.
import { StrictMode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './queries.ts'
import { createDashboardRouter } from './routes.tsx'
import { applyTheme } from './shell/theme.ts'

applyTheme()

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createDashboardRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
