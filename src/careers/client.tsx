// The browser's entry: React takes over the markup that the server wrote.
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
    // The script that was here before keeps no press for us any more.
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
// Whoever imports this waits until everything listens.
if (root) await listening
