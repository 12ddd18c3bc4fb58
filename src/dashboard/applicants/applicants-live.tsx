// Handles live events of applicants: merges them into every list, counts, and announces them at a limited rate.
import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { useLiveEvent, useLiveReturn } from '../shell/live/live.tsx'
import { useShortcut } from '../shell/keys/shortcuts.ts'

import { toastInfo } from '../ui/popups/toast.tsx'
import {
  dropApplicant,
  knownRow,
  placeApplicant,
  profileKey,
  invalidateApplicantCounts,
  shiftCounts,
} from './applicants-cache.ts'
import { invalidateApplicants } from '../queries.ts'
import { fullName } from '#domain/full-name.ts'
import { rich, t } from '#domain/texts/text.ts'
import { useApplicantsUrl } from './applicants-url.ts'
import { changeWaiting, addWaiting, lightUp } from './list/new-applicants.ts'
import { undoLast } from './changes/undo.ts'

const QUIET_MS = 5000
const INVALIDATE_MS = 400
/** Above this the list's first row is still visible, and a new row may push it down. */
const SCROLLED_PX = 160

export function ApplicantsLive() {
  const client = useQueryClient()
  const panelOpen = useApplicantsUrl().applicant !== undefined
  const announce = useAnnouncements()
  const counting = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Many events cause one request.
  const invalidateCountsLater = () => {
    clearTimeout(counting.current)
    counting.current = setTimeout(() => void invalidateApplicantCounts(client), INVALIDATE_MS)
  }
  useEffect(() => () => clearTimeout(counting.current), [])

  useLiveEvent('applicant.created', ({ applicant }) => {
    if (panelOpen || window.scrollY > SCROLLED_PX) addWaiting(applicant)
    else {
      placeApplicant(client, applicant)
      lightUp([applicant.id])
    }
    invalidateCountsLater()
    announce(applicant)
  })
  useLiveEvent('applicant.updated', ({ applicant }) => {
    if (!changeWaiting(applicant.id, applicant)) {
      const before = knownRow(client, applicant.id)
      if (before) shiftCounts(client, before, applicant)
      placeApplicant(client, applicant)
    }
    void client.invalidateQueries({ queryKey: profileKey(applicant.id) })
    invalidateCountsLater()
  })
  useLiveEvent('applicant.deleted', ({ id }) => {
    if (!changeWaiting(id, null)) dropApplicant(client, id)
    // All its cached data is removed; an open profile is loaded again, and shows that the applicant does not exist.
    void client.resetQueries({ queryKey: profileKey(id) })
    invalidateCountsLater()
  })
  useLiveEvent('applicants.changed', () => void invalidateApplicants(client))
  useLiveReturn(() => void invalidateApplicants(client))
  useShortcut('undo', undoLast)
  return null
}

/** The first is announced at once, those of the next five seconds in one toast. */
function useAnnouncements(): (row: ApplicantRow) => void {
  const navigate = useNavigate()
  const waiting = useRef<ApplicantRow[]>([])
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(quiet.current), [])

  const showToast = (rows: readonly ApplicantRow[]) => {
    const [only] = rows
    if (!only) return
    if (rows.length > 1) {
      toastInfo(t('count.newApplication', { count: rows.length }), {
        label: t('action.view'),
        run: () => void navigate({ to: '/admin/applicants', search: {} }),
      })
      return
    }
    toastInfo(
      <>
        {rich('applicant.arrived', {
          name: fullName(only),
          b: (text) => (
            <b key="name" className="font-semibold">
              {text}
            </b>
          ),
        })}
      </>,
      {
        label: t('action.view'),
        run: () => void navigate({ to: '/admin/applicants', search: { applicant: only.id } }),
      },
    )
  }
  const endQuiet = () => {
    const rows = waiting.current
    waiting.current = []
    showToast(rows)
    quiet.current = rows.length > 0 ? setTimeout(endQuiet, QUIET_MS) : undefined
  }
  return (row) => {
    if (quiet.current !== undefined) {
      waiting.current.push(row)
      return
    }
    showToast([row])
    quiet.current = setTimeout(endQuiet, QUIET_MS)
  }
}
