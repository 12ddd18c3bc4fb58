// The sections in the menu of the store's admin, which renders them itself.
import { createElement, useEffect } from 'react'
import { useRouter } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { memberOf, useSession } from './session/session.tsx'
import { sectionEntries } from './sections.ts'

export function AdminNav() {
  const router = useRouter()
  const isMember = memberOf(useSession()) !== null
  useEffect(() => {
    // The platform reports which of the links below was chosen, and leaves the navigation to us.
    const follow = (event: Event) => {
      const href = event.target instanceof Element && event.target.getAttribute('href')
      const address = href && URL.canParse(href, location.href) && new URL(href, location.href)
      if (!address || address.origin !== location.origin) return
      event.preventDefault()
      router.history.push(address.pathname + address.search)
    }
    document.addEventListener('shopify:navigate', follow)
    return () => document.removeEventListener('shopify:navigate', follow)
  }, [router])
  const link = (to: string, label: string, rel?: 'home') =>
    createElement('s-link', { key: to, href: router.buildLocation({ to }).publicHref, rel }, label)
  return createElement(
    's-app-nav',
    null,
    link('/', t('adminPage.home'), 'home'),
    ...(isMember ? sectionEntries().map(({ to, label }) => link(to, label)) : []),
  )
}
