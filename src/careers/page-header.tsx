// The head and foot of the pages for applicants: they are the shop's. The product stands at the foot alone.
import { logoSize, type Brand } from '#domain/organizations/brand.ts'
import { t } from '#domain/texts/text.ts'

/** The shop's logo, or its name where it has none. */
export function BrandMark({ brand: { logo, name } }: { brand: Brand }) {
  return logo ? <img src={logo.href} {...logoSize(logo)} alt={name} /> : name
}

/** `brand` null: nothing says whose page this is. Where it leads, the shop's open positions are. */
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
      <a href="/privacy">{t('careers.privacyPolicy')}</a>
      <a href="/terms">{t('careers.termsOfService')}</a>
      <a className="by" href="/">
        {t('careers.poweredByStorehand')}
      </a>
    </footer>
  )
}
