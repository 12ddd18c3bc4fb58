// The way to everything from everywhere: the button of the header, the palette it opens, and the keys that lead to a section.
import { Suspense, useState } from 'react'
import { lazyRouteComponent, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { PHONE, useMediaQuery } from '../ui/media-query.ts'
import { useSoon } from '../ui/soon.ts'
import { modifierKey, useShortcut } from './shortcuts.ts'

const CommandPalette = lazyRouteComponent(() => import('./command-palette.tsx'), 'CommandPalette')

const NAME = 'Search or jump to…'

/** For members: everything it finds is theirs. */
export function Jump({ onHelp }: { onHelp: () => void }) {
  const phone = useMediaQuery(PHONE)
  const [isOpen, setOpen] = useState(false)
  useSoon(CommandPalette)
  useShortcut('palette', () => setOpen(true))
  useSectionKeys()
  const open = () => setOpen(true)
  return (
    <>
      {phone ? (
        <IconButton name={NAME} onClick={open} aria-haspopup="dialog">
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={open}
          className="flex h-9 w-[320px] min-w-[150px] flex-[0_1_320px] items-center gap-2.5 rounded-control border border-field bg-surface ps-[11px] pe-1.5 text-start text-ink-3 hover:border-ink-2"
        >
          <Search size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
          <span className="min-w-0 flex-1 truncate">{NAME}</span>
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

/** One key after the other leads to a section. */
function useSectionKeys(): void {
  const navigate = useNavigate()
  useShortcut('go.overview', () => void navigate({ to: '/admin' }))
  useShortcut('go.applicants', () => void navigate({ to: '/admin/applicants' }))
  useShortcut('go.jobs', () => void navigate({ to: '/admin/jobs' }))
  useShortcut('go.incidents', () => void navigate({ to: '/admin/incidents' }))
}
