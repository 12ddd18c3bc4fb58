// The steps of a breach before its deadline: notifying the authority, and notifying the people concerned.
import { useState } from 'react'
import { breachProgressLabel, type BreachView } from '#domain/incidents/breaches.ts'
import type { Incident } from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { Check, Circle } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { fullDate } from '../ui/dates.ts'
import { AuthorityDialog } from './authority-dialog.tsx'
import { NoticeDialog } from './notice-dialog.tsx'

type Step = {
  isDone: boolean
  title: string
  text: string
  button: string
  onOpen: () => void
}

const notifiedText = (at: string, reference: string | null): string =>
  reference
    ? t('breach.toldOnReference', { date: fullDate(at), reference })
    : t('breach.toldOn', { date: fullDate(at) })

export function BreachSteps({ incident, breach }: { incident: Incident; breach: BreachView }) {
  const [open, setOpen] = useState<'authority' | 'people' | null>(null)
  const steps: Step[] = [
    {
      isDone: breach.authority_told_at !== null,
      title: t('breach.tellAuthority'),
      text: breach.authority_told_at
        ? notifiedText(breach.authority_told_at, breach.authority_reference)
        : t('breach.notTold'),
      button: t('breach.readDraft'),
      onOpen: () => setOpen('authority'),
    },
    {
      isDone: breach.finished_at !== null,
      title: t('breach.tellPeople'),
      text: breachProgressLabel(breach),
      button: t('breach.review'),
      onOpen: () => setOpen('people'),
    },
  ]
  return (
    <>
      <ol className="grid gap-1">
        {steps.map(({ isDone, title, text, button, onOpen }) => (
          <li key={title} className="flex items-start gap-2.5 py-1.5">
            {isDone ? (
              <Check
                size={16}
                strokeWidth={2}
                className="mt-0.5 flex-none text-good"
                role="img"
                aria-label={t('breach.stepDone')}
              />
            ) : (
              <Circle
                size={16}
                className="mt-0.5 flex-none text-ink-3"
                role="img"
                aria-label={t('breach.stepOpen')}
              />
            )}
            <span className="min-w-0 flex-1">
              {title}
              <span className="block text-meta break-words text-ink-2">{text}</span>
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
