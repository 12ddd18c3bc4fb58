// The way back from a false clock in tests of screens.
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'

/** Instead of `vi.useRealTimers`: jsdom's frames run by the clock of the moment, and one that is still due would stand still for good. */
export function useRealClock(): void {
  cleanup()
  vi.advanceTimersByTime(100)
  vi.useRealTimers()
}
