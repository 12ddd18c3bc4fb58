// The frame of a legal text: numbered headings and the list that leads to them.
import type { ReactNode } from 'react'
import { useTitle } from '../shell/title.ts'

export type LegalPart = { id: string; title: string; body: ReactNode }

export const SUPPORT_EMAIL = 'support@storehand.example'

export function SupportLink() {
  return (
    <a href={`mailto:${SUPPORT_EMAIL}`} className="break-all text-link">
      {SUPPORT_EMAIL}
    </a>
  )
}

export function LegalPage({
  title,
  intro,
  parts,
}: {
  title: string
  intro: string
  parts: readonly LegalPart[]
}) {
  useTitle(title)
  const contents = (
    <ol className="grid gap-1.5">
      {parts.map((part, index) => (
        <li key={part.id}>
          <a
            href={`#${part.id}`}
            className="text-ink-2 no-underline hover:text-ink hover:underline"
          >
            {index + 1}. {part.title}
          </a>
        </li>
      ))}
    </ol>
  )
  return (
    <div className="grid gap-x-12 md:grid-cols-[200px_minmax(0,68ch)]">
      <nav aria-label="Contents" className="sticky top-24 self-start text-label max-md:hidden">
        {contents}
      </nav>
      <article className="min-w-0 text-panel">
        <h1 className="text-page font-semibold">{title}</h1>
        <p className="mt-1 text-body text-ink-2">Last updated: January 2025</p>
        <details className="mt-4 border-y border-line py-3 text-body md:hidden">
          <summary className="cursor-pointer font-medium">Contents</summary>
          <nav aria-label="Contents" className="mt-3">
            {contents}
          </nav>
        </details>
        <p className="mt-4">{intro}</p>
        {parts.map((part, index) => (
          <section key={part.id} id={part.id} aria-labelledby={`${part.id}-title`} className="mt-8">
            <h2 id={`${part.id}-title`} className="mb-2 text-section font-semibold">
              {index + 1}. {part.title}
            </h2>
            <div className="grid gap-3 [&_b]:font-semibold [&_li]:mb-1 [&_ul]:list-disc [&_ul]:ps-5">
              {part.body}
            </div>
          </section>
        ))}
      </article>
    </div>
  )
}
