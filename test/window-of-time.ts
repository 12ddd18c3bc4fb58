// Windows of time begin by the clock: a test that counts inside one waits where it would stand at the edge of two.
import { setTimeout } from 'node:timers/promises'

/** Resolves when the current window of `seconds` has at least `needed` seconds left. */
export async function insideOneWindow(seconds: number, needed: number): Promise<void> {
  const left = seconds - ((Date.now() / 1000) % seconds)
  if (left < needed) await setTimeout(left * 1000 + 50)
}
