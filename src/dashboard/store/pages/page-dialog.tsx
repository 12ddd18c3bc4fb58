// Creates a page for a job or with its own text, and edits such a text.
import { useId, useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { PAGE_LIMITS, pageHandle, type StorePage } from '#domain/store/store-pages.ts'
import { jobsQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/forms/choice.tsx'
import { DialogFoot, FormDialog } from '../../ui/popups/dialog.tsx'
import { TextArea, TextInput } from '../../ui/forms/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { isInAdmin } from '../../ui/store-admin/admin-frame.ts'
import { useCreatePage, useUpdatePage } from './store-pages-api.ts'

const kinds = ['job', 'custom'] as const
type Kind = (typeof kinds)[number]

export function PageDialog({
  page,
  pages,
  onClose,
}: {
  /** The page to change; null for a new one. */
  page: StorePage | null
  pages: readonly StorePage[]
  onClose: () => void
}) {
  const [kind, setKind] = useState<Kind>('custom')
  const [title, setTitle] = useState(page?.title ?? '')
  const [content, setContent] = useState(page?.content ?? '')
  const [chosen, setChosen] = useState('')
  const [isLacking, setLacking] = useState(false)
  const jobs = useQuery(jobsQuery).data ?? []
  const create = useCreatePage()
  const update = useUpdatePage()
  const busy = create.isPending || update.isPending
  const free = jobs.filter(
    ({ id, is_active: isOpen }) => isOpen && !pages.some((other) => other.job_post_id === id),
  )
  const job = chosen || free[0]?.id
  const isCustom = page !== null || kind === 'custom'
  const isDirty = isCustom && (title !== (page?.title ?? '') || content !== (page?.content ?? ''))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    // A refused one leaves the dialog open with everything typed.
    const after = { onSuccess: onClose }
    if (!isCustom) {
      if (job) create.mutate({ job_post_id: job }, after)
      return
    }
    const lacks = title.trim() === '' || content.trim() === ''
    setLacking(lacks)
    if (lacks) return
    if (page) update.mutate({ id: page.id, title, content }, after)
    else create.mutate({ title, content }, after)
  }

  return (
    <FormDialog
      title={page ? t('page.editTitle') : t('page.create')}
      isDirty={isDirty}
      onClose={onClose}
      wide
    >
      <form onSubmit={submit} noValidate className="contents">
        <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
          {!page && <Kinds kind={kind} onChange={setKind} />}
          {isLacking && isCustom && <Problem text={t('page.fieldsRequired')} />}
          {isCustom && (
            <>
              <TextInput
                label={t('field.title')}
                value={title}
                maxLength={PAGE_LIMITS.title}
                hint={
                  page
                    ? t('page.addressStays', { handle: page.handle })
                    : title.trim() && t('page.addressWillBe', { handle: pageHandle(title) })
                }
                onChange={(event) => setTitle(event.target.value)}
              />
              <TextArea
                label={t('field.content')}
                rows={8}
                value={content}
                maxLength={PAGE_LIMITS.content}
                hint={t('page.contentHint')}
                onChange={(event) => setContent(event.target.value)}
              />
            </>
          )}
          {!isCustom && job && (
            <ChoiceField
              label={t('job.post')}
              options={free.map((each) => ({ value: each.id, label: each.title }))}
              value={job}
              onChange={setChosen}
            />
          )}
          {!isCustom && !job && <p className="text-ink-2">{t('page.jobsNone')}</p>}
        </div>
        {/* Where the admin's bar has its buttons, they are not shown twice. */}
        {!(isDirty && isInAdmin()) && (
          <DialogFoot>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="submit" kind="primary" inactive={busy || (!isCustom && !job)}>
              {busy ? t('action.saving') : page ? t('action.saveChanges') : t('page.create')}
            </Button>
          </DialogFoot>
        )}
      </form>
    </FormDialog>
  )
}

function Kinds({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const name = useId()
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1.5 text-label font-medium">{t('page.kindLabel')}</legend>
      {kinds.map((value) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-2.5 rounded-control border border-field px-3 py-2.5 has-checked:border-brand-text has-checked:bg-brand-tint"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={kind === value}
            aria-label={t(`page.kind.${value}`)}
            aria-describedby={`${name}-${value}`}
            className="mt-1 accent-brand-fill"
            onChange={() => onChange(value)}
          />
          <span>
            <span className="block font-medium">{t(`page.kind.${value}`)}</span>
            <span id={`${name}-${value}`} className="block text-meta text-ink-2">
              {t(`page.kindHint.${value}`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
