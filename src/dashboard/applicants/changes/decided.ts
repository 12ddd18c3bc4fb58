// Announces a decision that was made on this screen, so that what shows the person can move on to the next one.
import { useEffect, useEffectEvent } from 'react'
import { createStore } from '../../ui/hooks/value-store.ts'

const decided = createStore<{ id: string } | undefined>(undefined)

export const announceDecision = (id: string): void => decided.set({ id })

/** Runs `moveOn` when the status of this person is changed here. */
export function useDecided(id: string, moveOn: () => void): void {
  const go = useEffectEvent(moveOn)
  useEffect(
    () =>
      decided.watch(() => {
        if (decided.get()?.id === id) go()
      }),
    [id],
  )
}
