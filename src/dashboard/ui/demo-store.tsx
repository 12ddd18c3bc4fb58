// The mark on everything that talks to a stand-in: nobody shall take it for a real store.
import { useEffect, useId, useSyncExternalStore } from 'react'
import { FlaskConical } from 'lucide-react'

/** Of several on one view the first is enough. */
let shown: readonly string[] = []
const watchers = new Set<() => void>()

function set(next: readonly string[]): void {
  shown = next
  for (const watcher of watchers) watcher()
}

function useIsFirst(): boolean {
  const id = useId()
  useEffect(() => {
    set([...shown, id])
    return () => set(shown.filter((other) => other !== id))
  }, [id])
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => shown[0] === id,
  )
}

export function DemoStore({ className = '' }: { className?: string }) {
  if (!useIsFirst()) return null
  return (
    <p
      className={`flex items-start gap-3 rounded-control border border-line bg-sunken px-4 py-2.5 text-label text-ink-2 ${className}`}
    >
      <FlaskConical size={16} className="mt-px flex-none text-ink-3" />
      <span>
        <strong className="font-semibold text-ink">Demo store.</strong> A program on this machine
        stands in for Shopify; no real store is asked or changed.
      </span>
    </p>
  )
}
