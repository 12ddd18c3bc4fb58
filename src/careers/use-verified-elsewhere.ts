// Listens for the address being proven in another window, while this one waits for it.
import { useEffect } from 'react'
import { widgetHref, type WidgetView } from '#domain/widget.ts'
import { readVerifiedMessage, VERIFIED_CHANNEL } from './widget-messages.ts'

const sameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

export function useVerifiedElsewhere(view: WidgetView, go: (url: string) => void): void {
  useEffect(() => {
    if (view.step !== 'sent' && view.step !== 'email') return
    const take = (data: unknown) => {
      const message = readVerifiedMessage(data)
      // Without a token it is only a hint that anyone could have given.
      if (!message?.token || message.selectedRoleId !== view.job.id) return
      if (!sameAddress(message.verifiedEmail, view.email)) return
      go(widgetHref(view.options, 'apply', { roleId: view.job.id, token: message.token }))
    }
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
  }, [view, go])
}
