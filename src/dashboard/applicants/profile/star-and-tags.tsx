// The star and the tags of an applicant: shared by the team, and changed in the profile.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useQuery } from '@tanstack/react-query'
import { Plus, Star, X } from 'lucide-react'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { asTag, tagFault, tagKey, TAG_MAX, TAGS_OF_ONE } from '#domain/applicants/tags.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { inputClass } from '../../ui/forms/field.tsx'
import { tagsQuery, useStar, useTags } from '../applicants-api.ts'
import { fullName } from '#domain/full-name.ts'

export function StarButton({ row }: { row: ApplicantRow }) {
  const star = useStar()
  return (
    <IconButton
      name={
        row.starred
          ? t('star.removeFrom', { name: fullName(row) })
          : t('star.addTo', { name: fullName(row) })
      }
      size="small"
      className="print:hidden"
      onClick={() => star(row)}
    >
      <Star size={16} className={row.starred ? 'fill-waiting text-waiting' : ''} />
    </IconButton>
  )
}

const MOST_OFFERED = 6

/** The tags in a separate line; the cross removes one, and the toast can undo it. */
export function TagLine({ row }: { row: ApplicantRow }) {
  const [isAdding, setAdding] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const tags = useTags()
  return (
    <div ref={line} className={classNames('mt-2.5', row.tags.length === 0 && 'print:hidden')}>
      <ul aria-label={t('tag.listLabel')} className="flex flex-wrap items-center gap-1.5">
        {row.tags.map((tag) => (
          <li
            key={tagKey(tag)}
            className="inline-flex h-6 items-center rounded-badge border border-line ps-2 text-meta font-medium text-ink-2 max-md:h-8 print:pe-2"
          >
            {tag}
            <button
              type="button"
              aria-label={t('tag.removeLabel', { tag })}
              title={t('tag.remove')}
              className="ring-inside grid size-6 place-items-center rounded-badge text-ink-3 hover:text-ink max-md:size-8 print:hidden"
              onClick={() => {
                tags.remove(row, tag)
                // The button disappears with its tag, the focus stays on the line.
                ;(opener.current ?? line.current?.querySelector('input'))?.focus()
              }}
            >
              <X size={12} strokeWidth={2} />
            </button>
          </li>
        ))}
        {!isAdding && row.tags.length < TAGS_OF_ONE && (
          <li className="print:hidden">
            <button
              ref={opener}
              type="button"
              className="inline-flex h-6 items-center gap-1 rounded-badge px-1.5 text-meta font-medium text-ink-2 hover:bg-sunken hover:text-ink max-md:h-8"
              onClick={() => setAdding(true)}
            >
              <Plus size={13} />
              {t('tag.add')}
            </button>
          </li>
        )}
      </ul>
      {isAdding && (
        <NewTag
          row={row}
          onAdd={(tag) => tags.add(row, [tag])}
          onClose={() => {
            // The button is rendered again when the field is removed.
            flushSync(() => setAdding(false))
            opener.current?.focus()
          }}
        />
      )}
    </div>
  )
}

function NewTag({
  row,
  onAdd,
  onClose,
}: {
  row: ApplicantRow
  onAdd: (tag: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const words = useId()
  // Opened by a click on Add tag: the person types next.
  useEffect(() => field.current?.focus(), [])
  const inUse = useQuery(tagsQuery).data ?? []
  const own = new Set(row.tags.map(tagKey))
  const typed = tagKey(text.trim())
  const offered = inUse
    .filter(({ key }) => !own.has(key) && key.includes(typed))
    .slice(0, MOST_OFFERED)

  const add = (tag: string) => {
    setText('')
    setProblem(undefined)
    if (own.size + 1 >= TAGS_OF_ONE) onClose()
    if (!own.has(tagKey(tag))) onAdd(tag)
  }
  const submit = () => {
    const tag = asTag(text)
    const fault = tagFault(tag)
    if (fault) setProblem(fault)
    else if (own.size >= TAGS_OF_ONE) setProblem(t('tag.tooMany', { max: TAGS_OF_ONE }))
    else add(tag)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  return (
    <form
      noValidate
      data-closes=""
      className="mt-2 grid max-w-[300px] gap-1.5 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="flex gap-1.5">
        <input
          ref={field}
          aria-label={t('tag.new')}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? words : undefined}
          placeholder={t('tag.new')}
          maxLength={TAG_MAX}
          value={text}
          className={classNames(inputClass, 'h-8 max-md:h-11')}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className="h-8 flex-none rounded-control border border-field bg-surface px-2.5 text-label font-medium hover:border-ink-2 hover:bg-sunken max-md:h-11"
        >
          {t('action.add')}
        </button>
        <IconButton name={t('tag.close')} size="small" className="size-8" onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      {problem && (
        <p id={words} role="alert" className="text-label text-danger-text">
          {problem}
        </p>
      )}
      <OfferedTags
        tags={offered}
        onChoose={(tag) => {
          add(tag)
          field.current?.focus()
        }}
      />
    </form>
  )
}

/** Tags that are in use already. */
function OfferedTags({
  tags,
  onChoose,
}: {
  tags: readonly { tag: string; key: string }[]
  onChoose: (tag: string) => void
}) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('tag.inUse')} className="flex flex-wrap gap-1">
      {tags.map(({ tag, key }) => (
        <li key={key}>
          <button
            type="button"
            className="h-6 rounded-badge bg-sunken px-2 text-meta font-medium text-ink-2 hover:text-ink max-md:h-9"
            onClick={() => onChoose(tag)}
          >
            {tag}
          </button>
        </li>
      ))}
    </ul>
  )
}
