// Marks everything that uses a stand-in, so that it is not mistaken for a real store.
import { FlaskConical } from 'lucide-react'
import { rich } from '#domain/texts/text.ts'

export function DemoStore({ className = '' }: { className?: string }) {
  return (
    <p
      className={`flex items-start gap-3 rounded-control border border-line bg-sunken px-4 py-2.5 text-label text-ink-2 ${className}`}
    >
      <FlaskConical size={16} className="mt-px flex-none text-ink-3" />
      <span>
        {rich('store.demo', {
          strong: (text) => (
            <strong key="strong" className="font-semibold text-ink">
              {text}
            </strong>
          ),
        })}
      </span>
    </p>
  )
}
