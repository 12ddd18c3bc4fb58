// Listens for the verification of the address in another window while this one waits.
import { useEffect, useEffectEvent } from 'react'
import { widgetHref, type WidgetView } from '#domain/careers/widget.ts'
import { readVerifiedMessage, VERIFIED_CHANNEL } from './widget-messages.ts'

const sameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

export function useVerifiedElsewhere(view: WidgetView, go: (url: string) => void): void {
  const take = useEffectEvent((data: unknown) => {
    if (view.step !== 'sent' && view.step !== 'email') return
    const message = readVerifiedMessage(data)
    // Without a token it is only a hint that anyone could have sent.
    if (!message?.token || message.selectedRoleId !== view.job.id) return
    if (!sameAddress(message.verifiedEmail, view.email)) return
    go(widgetHref(view.options, 'apply', { roleId: view.job.id, token: message.token }))
  })
  const waits = view.step === 'sent' || view.step === 'email'
  // Subscribed for as long as the step waits, not again after each answer: messages in between would be lost.
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
