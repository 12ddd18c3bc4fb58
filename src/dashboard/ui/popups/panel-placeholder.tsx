// Stands where a panel is about to be: its code may still be on the way when somebody has already thought better of it.
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
