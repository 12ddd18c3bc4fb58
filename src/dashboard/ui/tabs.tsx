// Tabs: card-box dividers above a sheet, and a plain underline inside a panel.
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Tabs } from '@base-ui/react/tabs'

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
  children,
}: TabsProps<Value> & { list: string; tab: string; panel: string }) {
  const strip = useRef<HTMLDivElement>(null)
  const labels = tabs.map((tab) => tab.label).join()
  // On a phone the strip is wider than the screen: the chosen tab is brought into it, again when counts widen it.
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>('[data-active]')
    if (!strip.current || !chosen) return
    strip.current.scrollLeft =
      chosen.offsetLeft - (strip.current.clientWidth - chosen.offsetWidth) / 2
  }, [value, labels])
  useEdges(strip, labels)
  return (
    <Tabs.Root value={value} onValueChange={(next: Value) => onChange(next)}>
      <Tabs.List ref={strip} aria-label={label} className={list}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {/* One panel serves all tabs: what it shows follows from the chosen one. */}
      <Tabs.Panel key={value} value={value} tabIndex={-1} className={panel}>
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

/** Fades the strip where there is more of it beyond its edge. */
function useEdges(strip: RefObject<HTMLElement | null>, content: string): void {
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      element.toggleAttribute('data-before', scrollLeft > 4)
      element.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 4)
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      element.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [strip, content])
}

export function DividerTabs<Value extends string>(props: TabsProps<Value>) {
  return (
    <TabbedArea
      {...props}
      list="divider-list max-md:-mx-4 max-md:px-2"
      tab="divider max-md:h-11!"
      panel="ledger border-t-0! outline-none"
    />
  )
}

export function LineTabs<Value extends string>(props: TabsProps<Value>) {
  return (
    <TabbedArea
      {...props}
      list="flex gap-6 border-b border-line"
      tab="-mb-px h-10 border-b-2 border-transparent text-panel font-medium text-ink-2 hover:text-ink data-active:border-brand-500 data-active:font-semibold data-active:text-ink max-md:h-11"
      panel="outline-none"
    />
  )
}
