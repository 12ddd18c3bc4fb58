// Starts the dashboard inside a store's admin. Nothing here needs cookies or storage, which may be blocked in that
// frame; the platform's script adds its session token to every request.
import './schema-settings.ts'
import { EventSource } from 'eventsource'
import { FRAMED, frameQuery } from '#domain/store/framed-address.ts'
import { fetchFiles } from './api.ts'
import { readFrameFirst } from './shell/first-view/first-reads.ts'
import { startDashboard } from './shell/first-view/start-dashboard.tsx'
import { FramedHome, loadHome } from './framed-home.tsx'
import { createQueryClient } from './queries.ts'
import { createDashboardRouter } from './routes.tsx'
import { AdminNav } from './shell/admin-nav.tsx'
import { openStreamsBy } from './shell/live/live-line.ts'
import { toastElsewhere } from './ui/popups/toast.tsx'
import { adminToasts } from './ui/store-admin/admin-toasts.ts'
import { isInAdmin } from './ui/store-admin/admin-frame.ts'

/** An address of the framed dashboard that was opened outside of the admin is redirected to the dashboard's own. */
function addressOutside(): string | undefined {
  const path = location.pathname.slice(FRAMED.length)
  return isInAdmin() || path === '' ? undefined : path
}

const outside = addressOutside()
const place = document.getElementById('root')
if (outside) location.replace(outside)
else if (place) {
  const client = createQueryClient()
  if (isInAdmin()) {
    // The browser's own EventSource cannot send a token.
    openStreamsBy((address) => new EventSource(address))
    toastElsewhere(adminToasts)
    fetchFiles()
    readFrameFirst(client)
  }
  const router = createDashboardRouter({
    frame: {
      Home: FramedHome,
      Nav: AdminNav,
      base: FRAMED,
      query: frameQuery(new URLSearchParams(location.search)),
    },
  })
  const isHome = location.pathname === FRAMED
  void startDashboard(place, client, router, isHome ? () => loadHome(client) : undefined)
}
