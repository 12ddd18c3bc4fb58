// The widget after hydration: answers links and forms in place, and updates the URL and the focus.
import { useCallback, useEffect, useState } from 'react'
import { widgetHref, type WidgetView } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { ConsentDialog } from '../consent/consent-dialog.tsx'
import { currentUrl, destinationOf, announceStep } from './navigation.ts'
import { widgetFailed, widgetTitle } from '../page-title.ts'
import { TryAgain } from '../steps/problem.tsx'
import { useVerifiedElsewhere } from './use-verified-elsewhere.ts'
import { useVisits, type Shown } from './use-visits.ts'
import { WidgetScreen } from './widget-screen.tsx'

/** How long 'Taking you back' is shown. */
const RETURN_MS = 3000

function focusAfter({ view, from }: Shown, root: HTMLElement): void {
  // The dialog manages its own focus.
  if (view.step === 'consent' && !view.options.page) return
  const failed = widgetFailed(view) && root.querySelector<HTMLElement>('[role=alert]')
  const applyNow =
    view.step === 'list' && from?.step === 'consent'
      ? root.querySelector<HTMLElement>(`[name=roleId][value="${CSS.escape(from.job.id)}"]`)
      : null
  const target = failed || applyNow || root.querySelector<HTMLElement>('h1[tabindex], .button')
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
  const { shown, busy, loading, again, visit } = useVisits(initial)
  const [status, setStatus] = useState('')
  const { view, from } = shown

  const go = useCallback(
    (url: string) =>
      void visit({ to: { url, body: null }, how: 'push', native: () => location.assign(url) }),
    [visit],
  )
  useVerifiedElsewhere(view, go)
  useReturn(view)

  useEffect(() => {
    const back = () => {
      const url = currentUrl()
      void visit({ to: { url, body: null }, how: 'replace', native: () => location.reload() })
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [visit])

  useEffect(() => {
    if (!from) return
    const root = document.getElementById('r')
    if (!root) return
    focusAfter({ view, from }, root)
    document.title = widgetTitle(view)
    const headings = ['dialog h2', '.found p', 'h1'].map((name) => root.querySelector(name))
    // An error says itself, and the step is the one that was already read.
    const news = widgetFailed(view) ? undefined : headings.find((element) => element)
    setStatus(news?.textContent ?? '')
    announceStep(view.step)
  }, [view, from])

  useEffect(() => {
    const root = document.getElementById('r')
    const submit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      // A step may intercept its own form.
      const to = event.defaultPrevented ? null : destinationOf(form, event.submitter, view.options)
      if (!to) return
      event.preventDefault()
      // Leaving the page never waits for a request.
      if (busy && to.body) return
      const { submitter } = event
      const again = () => form.requestSubmit(submitter?.isConnected ? submitter : null)
      setStatus(to.body ? t('careers.email.sending') : '')
      void visit({
        to,
        how: 'push',
        native: () => location.assign(to.url),
        ...(to.body && { again }),
      })
    }
    const click = (event: MouseEvent) => {
      // A link to a field of this page must not become an entry of the history.
      const link = (event.target as Element).closest('a[href^="#"]')
      if (!link) return
      event.preventDefault()
      const field = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
      const folded = field?.closest('details')
      if (folded) folded.open = true
      field?.focus()
    }
    root?.addEventListener('submit', submit)
    root?.addEventListener('click', click)
    return () => {
      root?.removeEventListener('submit', submit)
      root?.removeEventListener('click', click)
    }
  }, [busy, visit, view.options])

  const dialog =
    view.step === 'consent' && from && !view.options.page ? (
      <ConsentDialog
        options={view.options}
        job={view.job}
        recipient={view.recipient}
        onCancel={() => go(widgetHref(view.options))}
      />
    ) : null
  return (
    <TryAgain value={again}>
      <WidgetScreen view={view} behaviour={{ busy, loading, status, dialog }} />
    </TryAgain>
  )
}
