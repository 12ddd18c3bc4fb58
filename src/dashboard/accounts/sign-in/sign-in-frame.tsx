// Common parts of the pages before the dashboard: the frame around a form, and the heading of a step.
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { Wordmark } from '../../ui/logo.tsx'
import { BackRoomDrawing } from './back-room-drawing.tsx'

/** When a step replaces the one that had the focus, its heading gets the focus. */
export function Heading({
  takesFocus = false,
  children,
}: {
  takesFocus?: boolean
  children: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <h1 ref={heading} tabIndex={-1} className="mb-5 text-page font-semibold text-balance">
      {children}
    </h1>
  )
}

export function SignInFrame({ onShown, children }: { onShown?: () => void; children: ReactNode }) {
  useEffect(() => onShown?.())
  return (
    <div className="grid min-h-dvh md:grid-cols-2">
      <div className="grid grid-rows-[auto_1fr_auto] justify-items-center px-6 pt-7 pb-10 max-md:px-4 max-md:pt-5 max-md:pb-8">
        <header className="justify-self-start md:ps-4">
          <Link to="/" className="rounded-control">
            <Wordmark />
          </Link>
        </header>
        <main className="w-full max-w-[400px] self-center py-8 max-md:self-start">{children}</main>
        <footer className="flex gap-4 justify-self-start text-meta text-ink-3 md:ps-4">
          <Link to="/privacy" className="underline">
            {t('legal.privacyPolicy')}
          </Link>
          <Link to="/terms" className="underline">
            {t('legal.terms')}
          </Link>
        </footer>
      </div>
      <div className="grid place-items-center border-s border-line bg-sunken p-12 max-md:hidden">
        <BackRoomDrawing />
      </div>
    </div>
  )
}
