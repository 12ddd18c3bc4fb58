// Tooltips, and with them whatever else opens above a page, once the page has come to rest.
import { useState } from 'react'
import { ChoicePopup, MenuPopup, Tooltips } from './popups.ts'
import { useSoon } from './soon.ts'

export function SoonTooltips() {
  const [isDue, setDue] = useState(false)
  const show = () => void setDue(true)
  useSoon(MenuPopup, ChoicePopup, { preload: show })
  return isDue && <Tooltips />
}
