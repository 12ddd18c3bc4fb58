// The mark on everything that talks to a stand-in: nobody shall take it for a real store.
import { FlaskConical } from 'lucide-react'

export function DemoStore({ className = '' }: { className?: string }) {
  return (
    <p
      className={`flex items-start gap-3 rounded-control border border-line bg-sunken px-4 py-2.5 text-label text-ink-2 ${className}`}
    >
      <FlaskConical
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="mt-px flex-none text-ink-3"
      />
      <span>
        <strong className="font-semibold text-ink">Demo store.</strong> A program on this machine
        stands in for Shopify; no real store is asked or changed.
      </span>
    </p>
  )
}
