// Listens for the address being proven in another window, while this one waits for it.
import { useEffect, useEffectEvent } from 'react'
import { widgetHref, type WidgetView } from '#domain/careers/widget.ts'
import { readVerifiedMessage, VERIFIED_CHANNEL } from './widget-messages.ts'

const sameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

export function useVerifiedElsewhere(view: WidgetView, go: (url: string) => void): void {
  const take = useEffectEvent((data: unknown) => {
    if (view.step !== 'sent' && view.step !== 'email') return
    const message = readVerifiedMessage(data)
    // Without a token it is only a hint that anyone could have given.
    if (!message?.token || message.selectedRoleId !== view.job.id) return
    if (!sameAddress(message.verifiedEmail, view.email)) return
    go(widgetHref(view.options, 'apply', { roleId: view.job.id, token: message.token }))
  })
  const waits = view.step === 'sent' || view.step === 'email'
  // As long as it is waited for, and not anew with each answer: what is said in between would be missed.
  useEffect(() => {
    if (!waits) return
    const fromWindow = (event: MessageEvent) => {
      if (event.origin === location.origin) take(event.data)
    }
    addEventListener('message', fromWindow)
    const channel = 'BroadcastChannel' in window ? new BroadcastChannel(VERIFIED_CHANNEL) : null
    channel?.addEventListener('message', (event) => take(event.data))
    return () => {
      removeEventListener('message', fromWindow)
      channel?.close()
    }
  }, [waits])
}
