// Tooltips, and with them whatever else opens above a page, once the page has come to rest.
import { useState } from 'react'
import { ChoicePopup, MenuPopup, Tooltips } from './popups.ts'
import { useSoon } from '../hooks/preload-when-idle.ts'

export function SoonTooltips() {
  const [isDue, setDue] = useState(false)
  useSoon(MenuPopup, ChoicePopup, { preload: () => setDue(true) })
  return isDue && <Tooltips />
}
