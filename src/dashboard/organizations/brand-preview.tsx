// A preview of the organization's brand: a job as in the widget, and the head of a mail. Light, as most shops' pages
// are.
import { accentOf, blendWithWhite } from '#domain/careers/accent.ts'
import { colorOf, logoSize, type Brand } from '#domain/organizations/brand.ts'
import { t } from '#domain/texts/text.ts'

export function BrandPreview({ brand }: { brand: Brand }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-label font-medium">{t('brand.preview')}</figcaption>
      {/* Only a picture of pages: it is not interactive, and screen readers use the fields instead. */}
      <div
        aria-hidden="true"
        className="grid gap-px overflow-hidden rounded-panel border border-line bg-[#E2DFDA] text-[#1E1927] scheme-light"
      >
        <div className="bg-white p-4">
          <p className="mb-2 text-meta text-[#6D6A75]">{t('brand.previewWidget')}</p>
          <p className="font-semibold">{t('brand.previewJobTitle')}</p>
          <p className="mb-3 text-label text-[#585460]">{t('brand.previewJobFacts')}</p>
          <Pressable color={colorOf(brand)}>{t('brand.previewApply')}</Pressable>
        </div>
        <div className="min-w-0 bg-white p-4">
          <p className="mb-3 text-meta text-[#6D6A75]">{t('brand.previewEmails')}</p>
          {brand.logo ? (
            <img src={brand.logo.href} {...logoSize(brand.logo)} alt="" className="mb-3" />
          ) : (
            <p className="mb-3 text-section font-semibold wrap-anywhere">{brand.name}</p>
          )}
          <p className="mb-3 text-label">{t('brand.previewGreeting')}</p>
          <Pressable color={colorOf(brand)}>{t('brand.previewVerify')}</Pressable>
        </div>
      </div>
    </figure>
  )
}

function Pressable({ color, children }: { color: string; children: string }) {
  const { veil, on, light, color: given } = accentOf(color)
  const ground = blendWithWhite(color, veil)
  return (
    <span
      className="inline-flex h-11 items-center rounded-control border px-[18px] font-semibold"
      style={{
        background: ground,
        borderColor: light.edge === given ? ground : light.edge,
        color: on,
      }}
    >
      {children}
    </span>
  )
}
