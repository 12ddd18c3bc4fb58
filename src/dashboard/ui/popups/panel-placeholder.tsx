// Shown in place of a panel whose code is still loading; it can already be closed.
import { useLayoutEffect } from 'react'

export function PanelPlaceholder({ onClose }: { onClose: () => void }) {
  useLayoutEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [onClose])
  return null
}
