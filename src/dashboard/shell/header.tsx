// The header of every page: the current section, the person, and the menu.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Keyboard, LogOut, Menu as MenuIcon } from 'lucide-react'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { rich, t } from '#domain/texts/text.ts'
import { lazyScreen } from './lazy-screen.ts'
import { useLiveStatus, type LiveStatus } from './live/live.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'

import { Wordmark } from '../ui/logo.tsx'
import { FINGER, PHONE, useMediaQuery } from '../ui/hooks/media-query.ts'
import {
  ActionMenu,
  MenuAction,
  MenuChoices,
  MenuLine,
  MenuLink,
  MenuNote,
} from '../ui/popups/menu.tsx'
import { useUnsavedCount } from './unsent/unsaved-count.ts'
import { Jump } from './keys/jump.tsx'
import { memberOf, useSignOut } from './session/session.tsx'
import { useShortcut } from './keys/shortcuts.ts'
import { chooseTheme, themeChoices, useTheme } from './theme.ts'

const ShortcutsDialog = lazyScreen(() => import('./keys/shortcuts-dialog.tsx'), 'ShortcutsDialog')

export function Header({ session }: { session: SessionView }) {
  const phone = useMediaQuery(PHONE)
  const byFinger = useMediaQuery(FINGER)
  const signOut = useSignOut()
  const theme = useTheme()
  const { user, organization } = session
  const [isHelping, setHelping] = useState(false)
  useShortcut('help', () => setHelping(true))

  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-4 border-b border-line bg-canvas ps-5 pe-4 max-lg:gap-2 max-md:gap-1 max-md:ps-4 max-md:pe-2">
      <SkipLink />
      <Link to={memberOf(session) ? '/admin' : '/'} className="rounded-control">
        <Wordmark />
      </Link>
      {organization && (
        <span
          title={organization.name}
          className="min-w-0 truncate border-s max-lg:hidden border-line ps-4 font-medium text-ink-2"
        >
          {organization.name}
        </span>
      )}
      <span className="flex-1" />
      {memberOf(session) && (
        <>
          <Jump onHelp={() => setHelping(true)} />
          <span className="flex-1 max-lg:hidden" />
        </>
      )}
      <LiveDot />
      {user && !phone && (
        <span
          title={shownEmailAddress(user.email)}
          className="max-w-[220px] truncate text-label text-ink-2"
        >
          {shownEmailAddress(user.email)}
        </span>
      )}
      <ActionMenu
        sheet={phone}
        trigger={
          <Button kind="plain">
            <MenuIcon size={16} className="-ms-0.5 text-ink-2" aria-hidden />
            {/* On the narrowest phones the shop's name and its buttons need the space. */}
            <span className="max-[340px]:sr-only">{t('menu.title')}</span>
          </Button>
        }
      >
        {user && phone && <MenuNote>{shownEmailAddress(user.email)}</MenuNote>}
        <MenuLink link={<Link to="/admin" />}>{t('menu.dashboard')}</MenuLink>
        <MenuLink link={<Link to="/organizations" />}>{t('organization.screenTitle')}</MenuLink>
        {user && <MenuLink link={<Link to="/account" />}>{t('account.title')}</MenuLink>}
        <MenuLink link={<Link to="/privacy" />}>{t('legal.privacyPolicy')}</MenuLink>
        <MenuLink link={<Link to="/terms" />}>{t('legal.terms')}</MenuLink>
        {!byFinger && (
          <>
            <MenuLine />
            <MenuAction icon={Keyboard} onChoose={() => setHelping(true)}>
              {t('keys.title')}
            </MenuAction>
          </>
        )}
        <MenuLine />
        <MenuChoices
          label={t('device.theme')}
          value={theme}
          options={themeChoices()}
          onChoose={chooseTheme}
        />
        {user && phone && (
          <>
            <MenuLine />
            <MenuAction icon={LogOut} onChoose={() => signOut.mutate()}>
              {t('menu.signOut')}
            </MenuAction>
          </>
        )}
      </ActionMenu>
      {user && !phone && (
        <Button kind="plain" inactive={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('menu.signOut')}
        </Button>
      )}
      {!user && (
        <Link to="/auth" className={buttonClass()}>
          {t('auth.signIn')}
        </Link>
      )}
      {isHelping && (
        <Suspense>
          <ShortcutsDialog onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </header>
  )
}

/** Visible when it has the focus. */
const SkipLink = () => (
  <a
    href="#main"
    className="absolute start-4 -top-16 z-30 rounded-control bg-ink px-3 py-2 text-canvas focus:top-2.5"
  >
    {t('screen.skipToContent')}
  </a>
)

/** Empty while the connection is being opened. */
function connectionText(status: LiveStatus): string {
  if (status === 'live') return t('live.connected')
  if (status === 'lost') return t('live.reconnecting')
  if (status === 'full') return t('live.everyHalfMinute')
  return status === 'offline' ? t('unsent.offline') : ''
}

export function LiveDot() {
  const status = useLiveStatus()
  const unsaved = useUnsavedCount()
  if (status === 'off') return null
  const isLive = (status === 'live' || status === 'opening') && unsaved === 0
  const text = unsaved > 0 ? '' : connectionText(status)
  return (
    <span
      role="status"
      className={classNames(
        // As wide as its longest text, so that nothing beside it moves; on tablets, where space is short, as its usual one.
        'inline-flex items-center justify-end gap-[7px] text-meta font-medium whitespace-nowrap text-ink-2 md:min-w-[44px] lg:min-w-[150px]',
        isLive && 'max-md:sr-only',
      )}
    >
      {(text || unsaved > 0) && (
        <>
          <i
            aria-hidden="true"
            className={classNames('size-[7px]', isLive ? 'bg-good' : 'bg-waiting')}
          />
          {text || <Unsaved count={unsaved} />}
        </>
      )}
    </span>
  )
}

/** On phones the page below shows the number. */
function Unsaved({ count }: { count: number }) {
  return (
    <span>
      {rich('unsent.markCount', {
        count,
        more: (text) => (
          <span key="more" className="max-md:sr-only">
            {text}
          </span>
        ),
      })}
    </span>
  )
}
