// The current view of the widget, and the navigation to the next one: from the cache, by the server, or not when offline.
import { useCallback, useRef, useState } from 'react'
import { JOBS_WAIT, type WidgetStyle, type WidgetView } from '#domain/careers/widget.ts'
import { afterConsent, keepConsent } from './kept-consent.ts'
import {
  alertAbout,
  requestView,
  isList,
  NoView,
  remember,
  unreadList,
  cachedView,
  type Destination,
} from './navigation.ts'

/** Answers within this time need no placeholder. */
const SKELETON_AFTER_MS = 200

export type Shown = {
  view: WidgetView
  /** Null until the first navigation in place. */
  from: WidgetView | null
}

export type Visit = {
  to: Destination
  how: 'push' | 'replace'
  /** What the browser does by itself when the answer is not a view. */
  native: () => void
  /** Repeats the request with the form's current values. */
  again?: () => void
}

/** Errors of the previous request say nothing about one that got no answer. */
function unjudged(view: WidgetView): WidgetView {
  switch (view.step) {
    case 'apply':
      return { ...view, errors: {} }
    case 'email':
    case 'sent':
      return { ...view, error: null }
    default:
      return view
  }
}

export function useVisits(initial: WidgetView) {
  const [shown, setShown] = useState<Shown>({ view: initial, from: null })
  const [busy, setBusy] = useState(false)
  /** The style of the list that has been loading for a moment. */
  const [loading, setLoading] = useState<WidgetStyle>()
  const [failed, setFailed] = useState<Visit | null>(null)
  const list = useRef(initial.step === 'list' && !initial.unread ? initial : null)
  const running = useRef<AbortController>(undefined)

  const show = useCallback((next: WidgetView) => {
    if (next.step === 'list' && !next.unread) list.current = next
    setShown((before) => ({ view: next, from: before.view }))
    setBusy(false)
    setLoading(undefined)
    setFailed(null)
  }, [])

  /** Keeps the step with everything that was typed. */
  const complain = useCallback((alert: string, about: Visit) => {
    setShown(({ view }) => ({ view: { ...unjudged(view), alert }, from: view }))
    setBusy(false)
    setFailed(about)
  }, [])

  const visit = useCallback(
    async (asked: Visit) => {
      const { native } = asked
      let { to, how } = asked
      // A step back leads to the consent itself, or it could not be passed.
      if (how === 'push' && !to.body) to = { ...to, url: afterConsent(to.url) }
      running.current?.abort()
      setLoading(undefined)
      const cached = to.body ? null : cachedView(to.url, list.current)
      if (cached) {
        if (how === 'push') remember(to.url, cached, 'push')
        keepConsent(cached, to.url)
        show(cached)
        return
      }
      const { signal } = (running.current = new AbortController())
      setBusy(true)
      const giveUp = () => {
        const view = unreadList(to.url)
        remember(to.url, view, how)
        // Jobs that load slowly get a placeholder.
        how = 'replace'
        show(view)
      }
      const timers = isList(to)
        ? [
            setTimeout(() => setLoading(unreadList(to.url).options.style), SKELETON_AFTER_MS),
            setTimeout(giveUp, JOBS_WAIT.every * JOBS_WAIT.times),
          ]
        : []
      const stopWaiting = () => timers.forEach(clearTimeout)
      signal.addEventListener('abort', stopWaiting)
      try {
        const answer = await requestView(to, signal)
        if ('error' in answer) {
          complain(answer.error.message, asked)
          return
        }
        // A refused form is no new history entry: one step back leaves it.
        const step = new URLSearchParams(location.search).get('step')
        const stays = to.body !== null && answer.view.step === step
        remember(answer.url, answer.view, stays ? 'replace' : how)
        keepConsent(answer.view, to.url)
        show(answer.view)
      } catch (error) {
        if (signal.aborted) return
        if (isList(to)) giveUp()
        else if (error instanceof NoView && !to.body) native()
        else complain(alertAbout(to, error), asked)
      } finally {
        stopWaiting()
      }
    },
    [show, complain],
  )

  const again = failed && (failed.again ?? (() => void visit(failed)))
  return { shown, busy, loading, again, visit }
}
