// Records a visit of the overview or the list, once the page is idle, so that the next visit knows what is new.
import { useEffect } from 'react'
import { VISIT } from '#domain/overview/visits.ts'
import { call } from '../api.ts'
import { useSession } from './session/session.tsx'

const REST_MS = 3000
let noted: { by: string; at: number } | undefined

export function useVisit(): void {
  const by = useSession().user?.id
  useEffect(() => {
    if (by === undefined) return
    const note = () => {
      const isNoted = noted?.by === by && Date.now() - noted.at < VISIT.noteMs
      if (document.visibilityState !== 'visible' || isNoted) return
      noted = { by, at: Date.now() }
      // A lost record matters little: the next view sends it again.
      call('POST /api/overview/visit').catch(() => (noted = undefined))
    }
    const timer = setTimeout(note, REST_MS)
    document.addEventListener('visibilitychange', note)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', note)
    }
  }, [by])
}
