// Rejecting one person, from the row, the card, the keys or the profile: asked once, told by email or not, and taken back.
import { createContext, Suspense, useCallback, useContext, useState, type ReactNode } from 'react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { usePreloadWhenIdle } from '../../ui/hooks/preload-when-idle.ts'
import { pageStart } from '../../ui/hooks/page-start.ts'
import { useMoveApplicant, useRejectWithMail } from '../applicants-api.ts'

// Nobody is rejected while the first screen is drawn.
const RejectDialog = lazyRouteComponent(() => import('./reject-dialog.tsx'), 'RejectDialog')

/** `keepPlace` gives the focus to whoever stands where the person was, once they have left the list. */
type AskToReject = (row: ApplicantRow, keepPlace?: () => void) => void

const Asking = createContext<AskToReject>(() => undefined)

export const useReject = (): AskToReject => useContext(Asking)

/** A row leaves with the next frames, and takes a focus that was given back to it along. */
const SETTLED_MS = 250

export function Rejecting({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ row: ApplicantRow; keepPlace?: (() => void) | undefined }>()
  const move = useMoveApplicant()
  const reject = useRejectWithMail()
  const ask = useCallback<AskToReject>((row, keepPlace) => setAsked({ row, keepPlace }), [])
  const close = () => setAsked(undefined)
  usePreloadWhenIdle(RejectDialog)
  return (
    <Asking value={ask}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <RejectDialog
            rows={[asked.row]}
            people={1}
            bodies={[{ ids: [asked.row.id] }]}
            busy={false}
            onCancel={close}
            onReject={(mail) => {
              close()
              if (mail) reject(asked.row, mail)
              else move(asked.row, 'rejected')
              setTimeout(() => {
                const { activeElement } = document
                if (activeElement !== document.body && activeElement !== pageStart()) return
                if (asked.keepPlace) asked.keepPlace()
                else document.querySelector<HTMLElement>('[data-docked],[data-keys]')?.focus()
              }, SETTLED_MS)
            }}
          />
        </Suspense>
      )}
    </Asking>
  )
}
