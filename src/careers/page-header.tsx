// The header and footer of the pages for applicants: the header shows the shop, only the footer names the product.
import { logoSize, type Brand } from '#domain/organizations/brand.ts'
import { PAGE_PATH } from '#domain/rights/applicant-page.ts'
import { t } from '#domain/texts/text.ts'

/** The shop's logo, or its name if it has none. */
export function BrandMark({ brand: { logo, name } }: { brand: Brand }) {
  return logo ? <img src={logo.href} {...logoSize(logo)} alt={name} /> : name
}

/** `brand` is null when the shop is unknown. Links to the shop's open positions. */
export function PageHeader({ brand, home }: { brand: Brand | null; home: string }) {
  return (
    <header className="top">
      <a className="logo" href={home}>
        {brand ? <BrandMark brand={brand} /> : 'Storehand'}
      </a>
    </header>
  )
}

export function PageFooter() {
  return (
    <footer className="foot">
      <a href={PAGE_PATH}>{t('ownPage.title')}</a>
      <a href="/privacy">{t('careers.privacyPolicy')}</a>
      <a href="/terms">{t('careers.termsOfService')}</a>
      <a className="by" href="/">
        {t('careers.poweredByStorehand')}
      </a>
    </footer>
  )
}
