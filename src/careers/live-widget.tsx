// The widget once React is here: links and forms are answered in place, the address and the focus follow.
import { useCallback, useEffect, useRef, useState } from 'react'
import { widgetHref, type WidgetView } from '#domain/widget.ts'
import { dropDraft } from './application/draft.ts'
import { ConsentDialog } from './consent/consent-dialog.tsx'
import {
  askServer,
  currentUrl,
  destinationOf,
  remember,
  tellStep,
  viewAtHand,
  type Destination,
} from './navigation.ts'
import { pageTitle, widgetFailed } from './page-title.ts'
import { useVerifiedElsewhere } from './use-verified-elsewhere.ts'
import { WidgetScreen } from './widget-screen.tsx'

/** How long 'Taking you back' can be read. */
const RETURN_MS = 3000

type Shown = {
  view: WidgetView
  /** Null until the first step taken in place. */ from: WidgetView | null
}

function focusAfter({ view, from }: Shown, root: HTMLElement): void {
  // The dialog looks after its own focus.
  if (view.step === 'consent') return
  const failed = widgetFailed(view) && root.querySelector<HTMLElement>('[role=alert]')
  const applyNow =
    view.step === 'list' && from?.step === 'consent'
      ? root.querySelector<HTMLElement>(`[name=roleId][value="${CSS.escape(from.job.id)}"]`)
      : null
  const target = failed || applyNow || root.querySelector<HTMLElement>('h1[tabindex], .b')
  target?.focus()
}

function useReturn(view: WidgetView): void {
  const returnTo = view.step === 'done' ? view.returnTo : null
  useEffect(() => {
    if (!returnTo) return
    const timer = setTimeout(() => {
      if (window.top) window.top.location.href = returnTo
    }, RETURN_MS)
    return () => clearTimeout(timer)
  }, [returnTo])
}

export function LiveWidget({ initial }: { initial: WidgetView }) {
  const [shown, setShown] = useState<Shown>({ view: initial, from: null })
  const [busy, setBusy] = useState(false)
  const [status, setStatus] = useState('')
  const list = useRef(initial.step === 'list' ? initial : null)
  const running = useRef<AbortController>(undefined)
  const [pressedAt, setPressedAt] = useState<number | null>(null)
  const { view, from } = shown

  const show = useCallback((next: WidgetView) => {
    if (next.step === 'list') list.current = next
    if (next.step === 'done') dropDraft()
    setShown((before) => ({ view: next, from: before.view }))
    setBusy(false)
  }, [])

  const complain = useCallback((alert: string) => {
    setShown(({ view }) => ({ view: { ...view, alert }, from: view }))
    setBusy(false)
  }, [])

  /** `native` is what the browser does by itself where the server cannot be reached. */
  const visit = useCallback(
    async (to: Destination, how: 'push' | 'replace', native: () => void) => {
      running.current?.abort()
      const atHand = to.body ? null : viewAtHand(to.url, list.current)
      if (atHand) {
        if (how === 'push') remember(to.url, atHand, 'push')
        show(atHand)
        return
      }
      const { signal } = (running.current = new AbortController())
      setBusy(true)
      try {
        const answer = await askServer(to, signal)
        if ('error' in answer) {
          complain(answer.error.message)
          return
        }
        // A refused form stays where it is: one step back still leaves it.
        const step = new URLSearchParams(location.search).get('step')
        const stays = to.body !== null && answer.view.step === step
        remember(answer.url, answer.view, stays ? 'replace' : how)
        show(answer.view)
      } catch {
        if (!signal.aborted) native()
      }
    },
    [show, complain],
  )

  const go = useCallback(
    (url: string) => void visit({ url, body: null }, 'push', () => location.assign(url)),
    [visit],
  )
  useVerifiedElsewhere(view, go)
  useReturn(view)

  useEffect(() => {
    const back = () => {
      const url = currentUrl()
      void visit({ url, body: null }, 'replace', () => location.reload())
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [visit])

  useEffect(() => {
    if (!from) return
    const root = document.getElementById('r')
    if (!root) return
    focusAfter({ view, from }, root)
    document.title = pageTitle(widgetFailed(view))
    setStatus(root.querySelector('dialog h2, h1')?.textContent ?? '')
    tellStep(view.step)
  }, [view, from])

  useEffect(() => {
    const root = document.getElementById('r')
    const submit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      const to = destinationOf(form, event.submitter)
      if (!to) return
      event.preventDefault()
      if (busy) return
      const native = () => (to.body ? form.submit() : location.assign(to.url))
      setStatus(to.body ? 'Sending...' : '')
      void visit(to, 'push', native)
    }
    const click = (event: MouseEvent) => {
      // A key's click has no place, nor has one that was kept until React came: the button's counts.
      setPressedAt(event.clientY || (event.target as Element).getBoundingClientRect().top)
      // A link to a field of this page must not become a step of the history.
      const link = (event.target as Element).closest('a[href^="#"]')
      if (!link) return
      event.preventDefault()
      document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.focus()
    }
    root?.addEventListener('submit', submit)
    root?.addEventListener('click', click)
    return () => {
      root?.removeEventListener('submit', submit)
      root?.removeEventListener('click', click)
    }
  }, [busy, visit])

  const dialog =
    view.step === 'consent' && from ? (
      <ConsentDialog
        options={view.options}
        job={view.job}
        near={pressedAt}
        onCancel={() => go(widgetHref(view.options))}
      />
    ) : null
  return <WidgetScreen view={view} behaviour={{ busy, status, dialog }} />
}
