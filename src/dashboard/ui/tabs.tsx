// Tabs: card-box dividers above a sheet, and a plain underline inside a panel.
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'

type Tab<Value extends string> = { value: Value; label: string }
type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}

function TabbedArea<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  list,
  tab: tabClass,
  panel,
  isOneList = false,
  children,
}: TabsProps<Value> & {
  list: string
  tab: string
  panel: string
  /** The tabs show parts of the same list: everything around its rows stays. */
  isOneList?: boolean
}) {
  const strip = useRef<HTMLDivElement>(null)
  const labels = tabs.map((tab) => tab.label).join()
  // On a phone the strip is wider than the screen: scrolls the selected tab into view, again when counts widen it.
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>('[data-active]')
    if (!strip.current || !chosen) return
    strip.current.scrollLeft =
      chosen.offsetLeft - (strip.current.clientWidth - chosen.offsetWidth) / 2
  }, [value, labels])
  useEdges(strip, labels)
  const id = useId()
  const tabId = (of: Value) => `${id}-${of}`
  const panelId = `${id}-panel`
  return (
    <>
      <div ref={strip} role="tablist" aria-label={label} className={list}>
        {tabs.map((tab) => {
          const isOn = tab.value === value
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={tabId(tab.value)}
              aria-selected={isOn}
              aria-controls={isOn ? panelId : undefined}
              tabIndex={isOn ? 0 : -1}
              data-active={isOn ? '' : undefined}
              className={tabClass}
              onKeyDown={walk}
              onClick={() => !isOn && onChange(tab.value)}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      {/* One panel serves all tabs: its content follows from the selected one. */}
      <div
        key={isOneList ? undefined : value}
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabId(value)}
        tabIndex={-1}
        className={panel}
      >
        {children}
      </div>
    </>
  )
}

/** Arrows lead from tab to tab and wrap around; Enter or Space selects. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const tab = event.currentTarget
  const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
  const here = tabs.indexOf(tab)
  const forward = getComputedStyle(tab).direction === 'rtl' ? -1 : 1
  const places: Record<string, number> = {
    ArrowRight: here + forward,
    ArrowLeft: here - forward,
    Home: 0,
    End: tabs.length - 1,
  }
  const place = places[event.key]
  if (place === undefined) return
  event.preventDefault()
  tabs.at(place % tabs.length)?.focus()
}

/** Fades the edge of the strip where it can be scrolled. */
function useEdges(strip: RefObject<HTMLElement | null>, content: string): void {
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      // Negative in right-to-left layouts.
      const scrolled = Math.abs(scrollLeft)
      element.toggleAttribute('data-before', scrolled > 4)
      element.toggleAttribute('data-after', scrolled + clientWidth < scrollWidth - 4)
    }
    element.addEventListener('scroll', look, { passive: true })
    // A panel that opens beside a list narrows the strip, too. Its first report comes at once.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [strip, content])
}

export function DividerTabs<Value extends string>(props: TabsProps<Value>) {
  return (
    <TabbedArea
      {...props}
      isOneList
      list="tab-strip divider-list max-md:-mx-4 max-md:px-2"
      tab="divider max-md:h-11!"
      panel="ledger border-t-0! outline-none"
    />
  )
}

export function LineTabs<Value extends string>(props: TabsProps<Value>) {
  return (
    <TabbedArea
      {...props}
      list="tab-strip gap-6 shadow-[inset_0_-1px_var(--line)] max-md:gap-5"
      tab="h-10 flex-none border-b-2 border-transparent text-panel font-medium whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink data-active:border-brand-500 data-active:font-semibold data-active:text-ink max-md:h-11"
      panel="outline-none"
    />
  )
}
