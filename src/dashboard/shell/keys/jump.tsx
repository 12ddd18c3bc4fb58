// Navigation from everywhere: the button of the header, the palette it opens, and the keys of the sections.
import { Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { pathsWith, screens, type ShortcutPath } from '#domain/screens.ts'
import { t } from '#domain/texts/text.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { IconButton } from '../../ui/button.tsx'
import { PHONE, useMediaQuery } from '../../ui/hooks/media-query.ts'
import { pageStart } from '../../ui/hooks/focus.ts'
import { usePreloadWhenIdle } from '../../ui/hooks/preload-when-idle.ts'
import { useIsOffered } from '../sections.ts'
import { modifierKey, useShortcut, type ShortcutName } from './shortcuts.ts'

const CommandPalette = lazyScreen(() => import('./command-palette.tsx'), 'CommandPalette')

/** For members: everything it finds belongs to the organization. */
export function Jump({ onHelp }: { onHelp: () => void }) {
  const phone = useMediaQuery(PHONE)
  const [isOpen, setOpen] = useState(false)
  usePreloadWhenIdle(CommandPalette)
  useShortcut('palette', () => setOpen(true))
  const { go, arrived } = useGo()
  const isOffered = useIsOffered()
  const open = () => setOpen(true)
  const name = t('palette.title')
  return (
    <>
      <p role="status" className="sr-only">
        {arrived}
      </p>
      {pathsWith('shortcut')
        .filter(isOffered)
        .map((to) => (
          <SectionKey key={to} {...{ to, go, shortcut: screens[to].shortcut }} />
        ))}
      {phone ? (
        <IconButton name={name} onClick={open} aria-haspopup="dialog">
          <Search size={20} />
        </IconButton>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={open}
          className="flex h-9 w-[320px] min-w-[150px] flex-[0_1_320px] items-center max-lg:basis-[210px] gap-2.5 rounded-control border border-field bg-surface ps-[11px] pe-1.5 text-start text-ink-3 hover:border-ink-2"
        >
          <Search size={16} className="flex-none" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <kbd
            aria-hidden="true"
            className="rounded-[4px] border border-b-2 border-line px-1.5 font-sans text-meta font-medium whitespace-nowrap text-ink-2 max-lg:hidden"
          >
            {modifierKey()} K
          </kbd>
        </button>
      )}
      {isOpen && (
        <Suspense>
          <CommandPalette onClose={() => setOpen(false)} onHelp={onHelp} />
        </Suspense>
      )}
    </>
  )
}

type SectionKeyProps = { to: ShortcutPath; shortcut: ShortcutName; go: (to: ShortcutPath) => void }

function SectionKey({ to, shortcut, go }: SectionKeyProps) {
  useShortcut(shortcut, () => go(to))
  return null
}

/**
 * Two keys one after the other lead to a section, and move the focus to its heading. The same when the clicked element
 * disappeared with the previous page. A link that stays keeps the focus: then the heading is `arrived`, to be announced.
 */
function useGo(): { go: (to: ShortcutPath) => void; arrived: string } {
  const navigate = useNavigate()
  const here = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef(here)
  const wanted = useRef<ShortcutPath>(undefined)
  const [arrived, setArrived] = useState('')
  useEffect(() => {
    const isAsked = wanted.current === here
    const isLost = before.current !== undefined && document.activeElement === document.body
    // The first page keeps its initial focus.
    if (before.current !== here && (isAsked || isLost)) pageStart()?.focus({ preventScroll: true })
    else if (before.current !== undefined && before.current !== here)
      setArrived(pageStart()?.textContent ?? '')
    before.current = here
    wanted.current = undefined
  }, [here])
  const go = (to: ShortcutPath) => {
    if (to === here) pageStart()?.focus()
    else wanted.current = to
    void navigate({ to })
  }
  return { go, arrived }
}
