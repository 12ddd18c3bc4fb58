// The header and footer of a shop's public pages.
import type { ReactNode } from 'react'
import { logoSize, type Brand } from '#domain/organizations/brand.ts'
import { PAGE_PATH } from '#domain/rights/applicant-page.ts'
import { t } from '#domain/texts/text.ts'

type Props = {
  shop: { name: string; href: string; brand: Brand }
  /** The page that the header links to. */
  isHome?: boolean
  children: ReactNode
}

export function ShopFrame({ shop, isHome = false, children }: Props) {
  return (
    <>
      <a className="skip" href="#main">
        {t('careers.skipToContent')}
      </a>
      <header>
        <a href={shop.href} aria-current={isHome ? 'page' : undefined}>
          {shop.brand.logo && (
            <img src={shop.brand.logo.href} {...logoSize(shop.brand.logo)} alt="" />
          )}
          {shop.name}
        </a>
      </header>
      <main id="main">{children}</main>
      <footer>
        <a href={PAGE_PATH}>{t('ownPage.title')}</a>
        <a href="/privacy">{t('careers.privacyPolicy')}</a>
        <a href="/">{t('careers.poweredByStorehand')}</a>
      </footer>
    </>
  )
}
