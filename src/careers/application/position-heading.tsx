// The position one applies for: title, facts, and the whole text on demand.
import type { JobView } from '#domain/jobs.ts'

export function PositionHeading({ job, shopName }: { job: JobView; shopName: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{job.title}</h1>
      <details className="about">
        <summary>
          <span className="g">{`${shopName} · ${job.location} · ${job.type} · `}</span>
          <span className="link">Details</span>
        </summary>
        <p>{job.description}</p>
        <ul>
          {job.responsibilities.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </details>
    </>
  )
}
