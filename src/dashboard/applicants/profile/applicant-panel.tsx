// The profile beside the list: its bar with the links to the neighbours, and its content.
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../../api.ts'
import { useAdvance } from '../../shell/advance.ts'
import { useShortcut } from '../../shell/keys/shortcuts.ts'

import { moveFocus } from '../../ui/hooks/focus.ts'
import { isByKeys, keysWaitForSubject } from '../../ui/hooks/waiting-keys.ts'
import { Problem } from '../../ui/problem.tsx'
import { SidePanel } from '../../ui/popups/side-panel.tsx'
import { SkeletonPanel } from '../../ui/waiting.tsx'
import { ApplicantProfileView } from './applicant-profile.tsx'
import { profileQuery } from '../applicants-api.ts'
import { fullName } from '#domain/full-name.ts'
import { numberText } from '#domain/texts/formats.ts'
import { totalText, type Total } from '../list/totals.ts'
import { useDecided } from '../changes/decided.ts'
import { useShownProfile } from '../changes/unsent-people.ts'
import { PanelBar } from '../../ui/list/panel-bar.tsx'

type PanelProps = {
  id: string
  rows: readonly ApplicantRow[]
  total: Total | undefined
  hasMore: boolean
  /** Loads the next page and returns its first applicant. */
  onMore: () => Promise<string | undefined>
  onStep: (id: string) => void
  onClose: () => void
}

export function ApplicantPanel({ id, rows, total, hasMore, onMore, onStep, onClose }: PanelProps) {
  const profile = useQuery(profileQuery(id))
  const { index, before, after } = useNeighbours(id, rows)
  const row = rows[index]
  // The panel opens one frame before a cached profile, which has a hundred elements and more.
  const isOpen = useDeferredValue(true, false)
  const shownProfile = useShownProfile(isOpen ? profile.data : undefined)
  const shown = shownProfile?.applicant ?? row

  const leaveTo = useHeir()

  const step = (to: string) => {
    keysWaitForSubject(to)
    onStep(to)
  }
  const previous = () => before && step(before.id)
  const next = async () => {
    const following = after?.id ?? (hasMore ? await onMore() : undefined)
    if (following) step(following)
  }
  const advances = useAdvance()
  useDecided(id, () => {
    if (advances && isByKeys()) void next()
  })
  useShortcut('applicants.previousProfile', previous)
  useShortcut('applicants.nextProfile', () => void next())
  return (
    <SidePanel
      title={shown ? fullName(shown) : t('column.applicant')}
      subject={id}
      onClose={onClose}
    >
      <PanelBar
        noun="applicant"
        close={t('action.close')}
        onPrevious={before && previous}
        onNext={after || hasMore ? () => void next() : undefined}
        onClose={onClose}
      >
        {index >= 0 &&
          total &&
          t('list.placeOf', { place: numberText(index + 1), total: totalText(total, rows.length) })}
      </PanelBar>
      {(profile.isPending ? !profile.isPaused : profile.data && !isOpen) && (
        <SkeletonPanel label={t('applicant.profileLoading')} />
      )}
      {profile.isPending && profile.isPaused && (
        <p className="m-6 text-ink-2">{t('unsent.profileOffline')}</p>
      )}
      {profile.error && !profile.data && (
        <Problem
          className="m-6"
          text={reasonOf(profile.error)}
          onRetry={
            profile.error instanceof ApiError && profile.error.status === 404
              ? undefined
              : () => void profile.refetch()
          }
        />
      )}
      {shownProfile && (
        <ApplicantProfileView
          profile={shownProfile}
          onGone={() => {
            leaveTo(after?.id ?? before?.id)
            onClose()
          }}
        />
      )}
    </SidePanel>
  )
}

/** An applicant moved to another status leaves the list; the neighbours are then those of the gap. */
function useNeighbours(id: string, rows: readonly ApplicantRow[]) {
  const index = rows.findIndex((row) => row.id === id)
  const [lastIndex, setLastIndex] = useState(0)
  if (index >= 0 && index !== lastIndex) setLastIndex(index)
  const at = index >= 0 ? index : lastIndex
  return { index, before: rows[at - 1], after: rows[index >= 0 ? at + 1 : at] }
}

/** A deleted applicant has no row to focus: the neighbour's row gets the focus, or the page. */
function useHeir(): (id: string | undefined) => void {
  const heir = useRef<string | null>(null)
  useEffect(
    () => () => {
      const id = heir.current
      if (id === null) return
      moveFocus(() => document.querySelector<HTMLElement>(`[data-person="${CSS.escape(id)}"]`))
    },
    [],
  )
  return (id) => {
    heir.current = id ?? ''
  }
}
