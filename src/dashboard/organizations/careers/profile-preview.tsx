// A preview of the public page and a shared link: light, as most people see them.
import type { Brand, Logo } from '#domain/organizations/brand.ts'
import { colorOf, logoSize } from '#domain/organizations/brand.ts'
import { siteAddress, siteName } from '#domain/organizations/profile.ts'
import { t } from '#domain/texts/text.ts'

type Props = {
  brand: Brand
  draft: { about: string; benefits: string; website: string; address: string }
  picture: Logo | null
  cover: Logo | null
}

export function ProfilePreview({ brand, draft, picture, cover }: Props) {
  const website = siteAddress(draft.website.trim())
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-label font-medium">{t('brand.preview')}</figcaption>
      {/* Only a picture of pages: it is not interactive, and screen readers use the fields instead. */}
      <div
        aria-hidden="true"
        className="grid gap-px overflow-hidden rounded-panel border border-line bg-[#E2DFDA] text-[#1E1927] scheme-light"
      >
        <div className="min-w-0 bg-white p-4">
          <p className="mb-2 text-meta text-[#6D6A75]">{t('profile.previewPage')}</p>
          <p className="flex items-center gap-2 border-b border-[#1E1927] pb-2 font-semibold wrap-anywhere">
            {brand.logo && <img src={brand.logo.href} {...logoSize(brand.logo)} alt="" />}
            {brand.name}
          </p>
          {cover && (
            <img
              src={cover.href}
              width={cover.width}
              height={cover.height}
              alt=""
              className="aspect-[8/3] w-full rounded-b-control object-cover"
            />
          )}
          <p className="mt-3 font-semibold">{t('careers.about.title', { name: brand.name })}</p>
          <p className="mt-1 line-clamp-6 text-label wrap-anywhere whitespace-pre-line">
            {draft.about.trim() || t('profile.previewNothing')}
          </p>
          {draft.benefits.trim() && (
            <p className="mt-2 line-clamp-6 text-label wrap-anywhere whitespace-pre-line">
              {draft.benefits.trim()}
            </p>
          )}
          {draft.address.trim() && (
            <p className="mt-2 text-label wrap-anywhere whitespace-pre-line">
              {draft.address.trim()}
            </p>
          )}
          {website && <p className="mt-2 text-label underline">{siteName(website)}</p>}
        </div>
        <div className="min-w-0 bg-white p-4">
          <p className="mb-2 text-meta text-[#6D6A75]">{t('profile.previewLink')}</p>
          <div className="overflow-hidden rounded-control border border-[#E2DFDA]">
            {picture ? (
              <img
                src={picture.href}
                width={picture.width}
                height={picture.height}
                alt=""
                className="aspect-[1.91] w-full object-cover"
              />
            ) : (
              <div
                className="flex aspect-[1.91] flex-col justify-end p-4"
                style={{ borderTop: `10px solid #${colorOf(brand)}` }}
              >
                <span className="text-meta text-[#6D6A75]">{brand.name}</span>
                <span className="text-page font-semibold">{t('brand.previewJobTitle')}</span>
                <span className="text-label text-[#585460]">{t('brand.previewJobFacts')}</span>
              </div>
            )}
            <p className="border-t border-[#E2DFDA] bg-[#F4F2EE] px-3 py-2 text-label font-medium wrap-anywhere">
              {t('careers.pageTitle.job', {
                title: t('brand.previewJobTitle'),
                name: brand.name,
              })}
            </p>
          </div>
        </div>
      </div>
    </figure>
  )
}
