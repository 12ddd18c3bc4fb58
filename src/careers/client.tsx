// The browser's entry: React hydrates the markup of the server.
import { useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { ApplicationPage } from './application/application-page.tsx'
import { LiveWidget } from './widget/live-widget.tsx'
import { adoptStepStyles } from './steps/step-styles.ts'
import { unpackPage } from './widget/view-transfer.ts'

const root = document.getElementById('r')

const { promise: listening, resolve } = Promise.withResolvers<void>()

function Ready({ children }: { children: ReactNode }) {
  useEffect(() => {
    // The early script must not collect clicks any more.
    document.documentElement.dataset.held = '1'
    resolve()
  }, [])
  return children
}

if (root) {
  const live = unpackPage(document.getElementById('d')?.textContent ?? null, root)
  if (live.page === 'embed') {
    adoptStepStyles(live.view.options.theme)
    hydrateRoot(
      root,
      <Ready>
        <LiveWidget initial={live.view} />
      </Ready>,
    )
  } else {
    hydrateRoot(
      root,
      <Ready>
        <ApplicationPage view={live.view} />
      </Ready>,
    )
  }
}
// Importing this module waits until all listeners are attached.
if (root) await listening
