// A panel beside a list: docked on wide screens, so that the list stays usable; a modal sheet on narrow ones.
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Dialog } from '@base-ui/react/dialog'
import { classNames } from '../class-names.ts'
import { isEscapeTaken, isLayerFocused, isOfForm } from './layers.ts'
import { afterPaint } from '../hooks/after-paint.ts'
import { DOCKS, useMediaQuery } from '../hooks/media-query.ts'

type SidePanelProps = {
  title: string
  /** Changes when the panel shows another object: the focus moves to its top again. */
  subject: string
  /** Leaves the list more space than a profile does. */
  isNarrow?: boolean
  onClose: () => void
  children: ReactNode
}

const sheet = 'overflow-auto overscroll-contain bg-surface outline-none'

export function SidePanel(props: SidePanelProps) {
  return useMediaQuery(DOCKS) ? <DockedPanel {...props} /> : <ModalPanel {...props} />
}

/**
 * Makes room on the page for the panel (styles.css), one frame after the panel is painted: laying out a whole list again takes
 * longer than opening the panel, and would keep it waiting.
 */
function useSpaceBeside(panel: 'narrow' | 'wide'): void {
  useEffect(() => {
    const { dataset } = document.body
    const cancel = afterPaint(() => (dataset.beside = panel))
    return () => {
      cancel()
      delete dataset.beside
    }
  }, [panel])
}

/** When the focused part of the panel is removed, such as a button that can be pressed once, the keys go on from the panel. */
function useKeptFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current
    if (!element) return
    let last: Element | null = null
    const note = () => (last = document.activeElement)
    const observer = new MutationObserver(() => {
      if (last?.isConnected === false && document.activeElement === document.body) element.focus()
    })
    element.addEventListener('focusin', note)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [panel])
}

function DockedPanel({ title, subject, isNarrow, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.scrollTo?.({ top: 0 })
    // To give the focus makes the browser lay out the page at once.
    return afterPaint(() => {
      // Stepping with Previous and Next keeps the focus on that button, and a menu that a fast key has opened keeps its own.
      if (!panel.current?.contains(document.activeElement) && !isLayerFocused())
        panel.current?.focus()
    })
  }, [subject])

  useSpaceBeside(isNarrow ? 'narrow' : 'wide')
  useKeptFocus(panel)

  // Before the panel is painted, so that it can be closed as soon as it is visible.
  useLayoutEffect(() => {
    const close = (event: KeyboardEvent) => {
      // An open menu or dialog handles Escape first. One that is fading out has already handled it.
      if (event.key === 'Escape' && !isEscapeTaken(event)) onClose()
    }
    // In the capture phase: when the event bubbles, a menu has already closed and could not be detected.
    document.addEventListener('keydown', close, true)
    return () => document.removeEventListener('keydown', close, true)
  }, [onClose])

  return (
    <section
      ref={panel}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      data-docked={isNarrow ? 'narrow' : ''}
      className={classNames(
        sheet,
        'fixed inset-e-0 top-(--header) bottom-0 z-10 border-s border-line',
        isNarrow ? 'w-[520px]' : 'w-[600px]',
      )}
    >
      {children}
    </section>
  )
}

function ModalPanel({ title, subject, onClose, children }: SidePanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    popup.current?.scrollTo?.({ top: 0 })
  }, [subject])
  return (
    <Dialog.Root
      open
      onOpenChange={(open, { reason, event }) => {
        if (!open && !(reason === 'escape-key' && isOfForm(event))) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          // The keys of the list still work: the object they act on is shown here.
          data-keys=""
          aria-label={title}
          className={classNames(
            sheet,
            'fixed inset-y-0 end-0 z-30 w-[600px] max-w-full shadow-lift max-md:w-full max-md:pb-24',
          )}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
