// A shop's profile: its own text, what every job offers, its site, its address.
import type { ShopProfile } from '#domain/organizations/profile.ts'
import { siteName } from '#domain/organizations/profile.ts'
import { htmlOfText } from '#domain/store/store-page-bodies.ts'
import { t } from '#domain/texts/text.ts'

/** Nothing for an empty profile. */
export function AboutShop({ name, profile }: { name: string; profile: ShopProfile }) {
  const { about, website, address, benefits } = profile
  if (!about && !website && !address && benefits.length === 0) return null
  return (
    <section className="about" aria-labelledby="about">
      <h2 id="about">{t('careers.about.title', { name })}</h2>
      {about && <div className="words" dangerouslySetInnerHTML={{ __html: htmlOfText(about) }} />}
      {benefits.length > 0 && (
        <>
          <h3>{t('careers.benefits')}</h3>
          <ul className="benefits">
            {[...benefits.entries()].map(([place, line]) => (
              <li key={place}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {(address || website) && (
        <dl>
          {address && (
            <div>
              <dt>{t('careers.about.address')}</dt>
              <dd className="lines">{address}</dd>
            </div>
          )}
          {website && (
            <div>
              <dt>{t('careers.about.website')}</dt>
              <dd>
                <a href={website} rel="noopener">
                  {siteName(website)}
                </a>
              </dd>
            </div>
          )}
        </dl>
      )}
    </section>
  )
}
