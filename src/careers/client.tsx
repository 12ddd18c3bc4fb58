// The browser's entry: React hydrates the server's markup when a person begins to use it.
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { ApplicationPage } from './application/application-page.tsx'
import { LiveWidget } from './widget/live-widget.tsx'
import { adoptStepStyles } from './steps/step-styles.ts'
import { announceTyped, putBackTyped, readTyped } from './typed-early.ts'
import { unpackPage } from './widget/view-transfer.ts'

const { promise: listening, resolve } = Promise.withResolvers<void>()

function Ready({ root, children }: { root: Element; children: ReactNode }) {
  // Read before the children are hydrated, in the same task: nothing can be typed in between.
  const [typed] = useState(() => readTyped(root))
  useLayoutEffect(() => putBackTyped(typed), [typed])
  useEffect(() => {
    // The early script must not collect clicks any more.
    document.documentElement.dataset.held = '1'
    announceTyped(typed)
    resolve()
  }, [typed])
  return children
}

const root = document.getElementById('r')
if (root) {
  const json = document.getElementById('d')?.textContent ?? null
  const live = unpackPage(json, root)
  if (live.page === 'embed') adoptStepStyles(live.view, json === null)
  hydrateRoot(
    root,
    <Ready root={root}>
      {live.page === 'embed' ? (
        <LiveWidget initial={live.view} />
      ) : (
        <ApplicationPage view={live.view} />
      )}
    </Ready>,
  )
  // Importing this module waits until all listeners are attached.
  await listening
}
