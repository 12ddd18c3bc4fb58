// What a breach asks for before its deadline: telling the authority, and telling the people concerned.
import { useState } from 'react'
import { breachProgressLabel, type BreachView } from '#domain/incidents/breaches.ts'
import type { Incident } from '#domain/incidents/incidents.ts'
import { Check, Circle } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { fullDate } from '../ui/dates.ts'
import { AuthorityDialog } from './authority-dialog.tsx'
import { NoticeDialog } from './notice-dialog.tsx'

type Step = {
  isDone: boolean
  title: string
  says: string
  button: string
  onOpen: () => void
}

export function BreachSteps({ incident, breach }: { incident: Incident; breach: BreachView }) {
  const [open, setOpen] = useState<'authority' | 'people' | null>(null)
  const steps: Step[] = [
    {
      isDone: breach.authority_told_at !== null,
      title: 'Tell the authority',
      says: breach.authority_told_at
        ? [
            `Marked as told on ${fullDate(breach.authority_told_at)}`,
            breach.authority_reference && `reference ${breach.authority_reference}`,
          ]
            .filter(Boolean)
            .join(', ')
        : 'Notice drafted, not sent',
      button: 'Read draft',
      onOpen: () => setOpen('authority'),
    },
    {
      isDone: breach.finished_at !== null,
      title: 'Tell the people affected',
      says: breachProgressLabel(breach),
      button: 'Review',
      onOpen: () => setOpen('people'),
    },
  ]
  return (
    <>
      <ol className="grid gap-1">
        {steps.map(({ isDone, title, says, button, onOpen }) => (
          <li key={title} className="flex items-start gap-2.5 py-1.5">
            {isDone ? (
              <Check
                size={16}
                strokeWidth={2}
                className="mt-0.5 flex-none text-good"
                role="img"
                aria-label="Done"
              />
            ) : (
              <Circle
                size={16}
                className="mt-0.5 flex-none text-ink-3"
                role="img"
                aria-label="To do"
              />
            )}
            <span className="min-w-0 flex-1">
              {title}
              <span className="block text-meta break-words text-ink-2">{says}</span>
            </span>
            <Button size="small" onClick={onOpen}>
              {button}
            </Button>
          </li>
        ))}
      </ol>
      {open === 'authority' && (
        <AuthorityDialog incident={incident} breach={breach} onClose={() => setOpen(null)} />
      )}
      {open === 'people' && (
        <NoticeDialog incident={incident} breach={breach} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
