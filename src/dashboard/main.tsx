// Starts the dashboard in the browser.
import './startup.ts'
import { readFrameFirst } from './shell/first-view/first-reads.ts'
import { startDashboard } from './shell/first-view/start-dashboard.tsx'
import { createQueryClient } from './queries.ts'
import { createDashboardRouter } from './routes.tsx'

const place = document.getElementById('root')
if (place) {
  const client = createQueryClient()
  readFrameFirst(client, location.pathname.startsWith('/admin'))
  void startDashboard(place, client, createDashboardRouter())
}
