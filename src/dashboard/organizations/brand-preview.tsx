// How the organization will look: a job as in the widget, and the head of a mail. Light, as most shops' pages are.
import { accentOf, blendWithWhite } from '#domain/careers/accent.ts'
import { colorOf, logoSize, type Brand } from '#domain/organizations/brand.ts'

export function BrandPreview({ brand }: { brand: Brand }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-label font-medium">Preview</figcaption>
      {/* A picture of pages: nothing in it can be pressed, and readers hear of the fields instead. */}
      <div
        aria-hidden="true"
        className="grid gap-px overflow-hidden rounded-panel border border-line bg-[#E2DFDA] text-[#1E1927] scheme-light"
      >
        <div className="bg-white p-4">
          <p className="mb-2 text-meta text-[#6D6A75]">In the widget</p>
          <p className="font-semibold">Weekend Sales Assistant</p>
          <p className="mb-3 text-label text-[#585460]">Leeds · Part-time</p>
          <Pressable color={colorOf(brand)}>Apply Now</Pressable>
        </div>
        <div className="min-w-0 bg-white p-4">
          <p className="mb-3 text-meta text-[#6D6A75]">In emails and on the application page</p>
          {brand.logo ? (
            <img src={brand.logo.href} {...logoSize(brand.logo)} alt="" className="mb-3" />
          ) : (
            <p className="mb-3 text-section font-semibold wrap-anywhere">{brand.name}</p>
          )}
          <p className="mb-3 text-label">Hello, here is the code for your application.</p>
          <Pressable color={colorOf(brand)}>Verify my email</Pressable>
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
