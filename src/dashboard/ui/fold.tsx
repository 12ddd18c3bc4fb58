// The title of a collapsible section: the same button in both states, so the focus stays on it.
import { createContext, use, useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'

type Fold = {
  isOpen: boolean
  toggle: () => void
  /** After a click until the focus moves elsewhere: a title that replaces the last one takes over its focus. */
  keepsFocus: () => boolean
  keepFocus: (keeps: boolean) => void
}

export const FoldContext = createContext<Fold | null>(null)

/** A plain heading outside of a collapsible section. */
export function FoldTitle({ children, ...heading }: ComponentProps<'h2'>) {
  const fold = use(FoldContext)
  return <h2 {...heading}>{fold ? <FoldButton fold={fold}>{children}</FoldButton> : children}</h2>
}

function FoldButton({ fold, children }: { fold: Fold; children: ReactNode }) {
  const { isOpen, toggle, keepsFocus, keepFocus } = fold
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (keepsFocus()) button.current?.focus({ preventScroll: true })
  }, [keepsFocus])
  return (
    <button
      ref={button}
      type="button"
      aria-expanded={isOpen}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) keepFocus(false)
      }}
      onClick={() => {
        keepFocus(true)
        toggle()
      }}
      className="-ms-1.5 inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-control ps-0.5 pe-2 text-start hover:bg-sunken max-md:min-h-11"
    >
      <ChevronRight
        size={18}
        className={`flex-none text-ink-3 ${isOpen ? 'rotate-90' : 'rtl:rotate-180'}`}
      />
      {children}
    </button>
  )
}
