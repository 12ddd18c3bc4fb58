// The browser's entry: React takes over the markup that the server wrote.
import { hydrateRoot } from 'react-dom/client'
import { ApplicationPage } from './application/application-page.tsx'
import { LiveWidget } from './live-widget.tsx'
import { adoptStepStyles } from './step-styles.ts'
import { unpackPage } from './view-transfer.ts'

const root = document.getElementById('r')
if (root) {
  const live = unpackPage(document.getElementById('d')?.textContent ?? null, root)
  if (live.page === 'embed') {
    adoptStepStyles(live.view.options.theme)
    hydrateRoot(root, <LiveWidget initial={live.view} />)
  } else {
    hydrateRoot(root, <ApplicationPage view={live.view} />)
  }
}
