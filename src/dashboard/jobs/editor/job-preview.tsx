// The job as the careers widget will show it, with the shop's own colours and type in both themes.
import { ChevronDown } from 'lucide-react'
import { jobView, noPlace, noRequirements, RESPONSIBILITIES } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'

import { knownFacts } from './facts-draft.ts'
import { limitOf, linesOf, type JobDraft } from './job-draft.ts'

// The widget's default accent, darkened a little so that white text has a contrast of 4.5.
const APPLY = 'linear-gradient(rgb(0 0 0 / 0.04), rgb(0 0 0 / 0.04)), #8B5CF6'

export type PreviewedJob = Parameters<typeof jobView>[0]

function JobPreview({ job }: { job: PreviewedJob }) {
  const view = jobView(job)
  const onCard = view.responsibilities.slice(0, RESPONSIBILITIES.onCard)
  const isNone = onCard[0] === noRequirements()
  const more = view.responsibilities.length - onCard.length
  return (
    <div className="border border-line bg-white p-5 font-[system-ui,sans-serif] text-[#1E1927] scheme-light">
      <p className="text-[17px]/6 font-[650] break-words">{view.title || t('job.field.title')}</p>
      <p className="text-body break-words text-[#585460]">
        {[view.location, view.type, view.pay].filter(Boolean).join(' · ')}
      </p>
      <p className="my-2.5 line-clamp-3 text-[15px]/[24px] break-words">
        {view.description || t('job.field.description')}
      </p>
      <ul className="text-body/[22px] text-[#585460]">
        {/* By place: two lines can be the same. */}
        {[...onCard.entries()].map(([place, item]) => (
          <li key={place} className="flex items-baseline gap-2 break-words">
            {!isNone && (
              <i
                aria-hidden="true"
                className="h-[1.5px] w-[5px] flex-none -translate-y-1 bg-[#87858C]"
              />
            )}
            <span className="min-w-0">{item}</span>
          </li>
        ))}
        {more > 0 && <li className="text-[#6D6A75]">{t('careers.button.more', { rest: more })}</li>}
      </ul>
      <p className="mt-2.5 flex items-center gap-1.5 text-[15px]/6 font-bold text-[#8555EF]">
        {t('careers.card.readMore')}
        <ChevronDown size={16} strokeWidth={2.25} />
      </p>
      <p
        className="mt-4 flex min-h-11 items-center justify-center rounded-control px-4 text-panel font-semibold text-white"
        style={{ background: APPLY }}
      >
        {t('careers.card.applyNow')}
      </p>
    </div>
  )
}

/** Beside the form; also shows how much of each field is used. */
export function PreviewPane({ draft, id }: { draft: JobDraft; id: string }) {
  const lengths = [
    [
      t('field.title'),
      t('job.lengthUsed', {
        length: numberText(draft.title.length),
        max: numberText(limitOf('title')),
      }),
    ],
    [
      t('field.description'),
      t('job.lengthUsed', {
        length: numberText(draft.description.length),
        max: numberText(limitOf('description')),
      }),
    ],
    [t('field.requirements'), t('count.line', { count: linesOf(draft.requirements) })],
  ] as const
  return (
    <aside
      aria-label={t('job.previewTitle')}
      className="min-w-0 border-s border-line bg-sunken px-6 py-5 max-md:mt-4 max-md:flex-1 max-md:border-s-0 max-md:px-4"
    >
      <div className="md:sticky md:top-5">
        <p className="mt-1 mb-3.5 text-label font-medium text-ink-2">{t('job.previewTitle')}</p>
        <JobPreview
          job={{ ...draft, ...knownFacts(draft), id, location: draft.location.trim() || null }}
        />
        {draft.location.trim() === '' && (
          <p className="mt-2 text-label text-ink-2">
            {t('job.previewNoPlace', { place: noPlace() })}
          </p>
        )}
        <dl className="mt-5 grid gap-1.5 text-label">
          {lengths.map(([name, value]) => (
            <div key={name} className="leader">
              <dt className="text-ink-2">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  )
}
