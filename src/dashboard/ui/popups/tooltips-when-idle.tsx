// Loads tooltips, and everything else that opens above a page, once the page is idle.
import { useState } from 'react'
import { ChoicePopup, MenuPopup, Tooltips } from './popups.ts'
import { usePreloadWhenIdle } from '../hooks/preload-when-idle.ts'

export function TooltipsWhenIdle() {
  const [isDue, setDue] = useState(false)
  usePreloadWhenIdle(MenuPopup, ChoicePopup, { preload: () => setDue(true) })
  return isDue && <Tooltips />
}
