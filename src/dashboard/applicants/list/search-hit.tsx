// Search hits in the list: matched words marked in names and addresses, and a line with the place of the hit.
import { createContext, Fragment, use, useMemo, type ReactNode } from 'react'
import {
  hitSourceLabel,
  type ApplicantPage,
  type FoundPiece,
  type SearchHit,
} from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { splitMatches } from './search-words.ts'

type Search = { text: string; hits: Record<string, SearchHit> }
const SearchContext = createContext<Search | undefined>(undefined)

/** Around a list, so that its rows know the search text. */
export function SearchHits({
  text,
  pages,
  children,
}: {
  text: string | undefined
  pages: readonly ApplicantPage[] | undefined
  children: ReactNode
}) {
  const search = useMemo(
    () => text && { text, hits: Object.assign({}, ...(pages ?? []).map(({ hits }) => hits)) },
    [text, pages],
  )
  return <SearchContext value={search || undefined}>{children}</SearchContext>
}

export function Marked({ text }: { text: string }) {
  const search = use(SearchContext)
  return search ? <Pieces pieces={splitMatches(text, search.text)} /> : text
}

/** 'CV: … drives a forklift every …': a CV is always longer than this excerpt. */
export function HitLine({ id }: { id: string }) {
  const hit = use(SearchContext)?.hits[id]
  if (!hit) return null
  const gap = hit.source === 'cv' ? '…' : ''
  return (
    <span className="mt-0.5 line-clamp-3 text-meta text-pretty break-words whitespace-normal text-ink-2">
      <b className="font-medium">
        {t('applicant.foundIn', { source: hitSourceLabel(hit.source) })}
      </b>{' '}
      {gap} <Pieces pieces={hit.parts} /> {gap}
    </span>
  )
}

function Pieces({ pieces }: { pieces: readonly FoundPiece[] }) {
  let end = 0
  return pieces.map(({ text, is_found: isFound }) => {
    end += text.length
    return isFound ? (
      <mark key={end} className="rounded-[2px] bg-found text-ink">
        {text}
      </mark>
    ) : (
      <Fragment key={end}>{text}</Fragment>
    )
  })
}
