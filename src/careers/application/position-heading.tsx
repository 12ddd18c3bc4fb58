// The position of the application: title, facts, and the whole text on demand.
import type { JobView } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

export function PositionHeading({ job, shopName }: { job: JobView; shopName: string }) {
  const facts = [shopName, job.location, job.type, job.level, job.pay].filter(Boolean).join(' · ')
  return (
    <>
      <h1 tabIndex={-1}>{job.title}</h1>
      <details className="about">
        <summary>
          <span className="secondary">{`${facts} · `}</span>
          <span className="link">{t('careers.details')}</span>
        </summary>
        <p>{job.description}</p>
        <Lines title={t('careers.requirements')} lines={job.requirements} />
        <Lines title={t('careers.benefits')} lines={job.benefits} />
      </details>
    </>
  )
}
