// Rejects one applicant, from the row, the card, the keys or the profile, after one confirmation.
import { createContext, Suspense, useCallback, useContext, useState, type ReactNode } from 'react'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { usePreloadWhenIdle } from '../../ui/hooks/preload-when-idle.ts'
import { keepFocus, leadFocus } from '../../ui/hooks/focus.ts'
import { keysWaitForClose, keysWaitForLayer } from '../../ui/hooks/waiting-keys.ts'
import { useMoveApplicant, useRejectWithMail } from '../applicants-api.ts'

// The first screen does not need it.
const RejectDialog = lazyScreen(() => import('./reject-dialog.tsx'), 'RejectDialog')

/** `findPlace`: the element that gets the focus after the rejection. */
type FindPlace = () => HTMLElement | null | undefined
type AskToReject = (row: ApplicantRow, findPlace?: FindPlace) => void

const Asking = createContext<AskToReject>(() => undefined)

export const useReject = (): AskToReject => useContext(Asking)

export function Rejecting({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ row: ApplicantRow; findPlace?: FindPlace | undefined }>()
  const move = useMoveApplicant()
  const reject = useRejectWithMail()
  const ask = useCallback<AskToReject>((row, findPlace) => {
    keysWaitForLayer()
    setAsked({ row, findPlace })
  }, [])
  const close = () => {
    keysWaitForClose()
    setAsked(undefined)
  }
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
              if (asked.findPlace) leadFocus(asked.findPlace)
              else keepFocus(() => document.querySelector('[data-docked],[data-keys]'))
            }}
          />
        </Suspense>
      )}
    </Asking>
  )
}
