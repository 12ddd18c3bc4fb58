// Many hundred random steps through the use cases and the database, compared with the tables of docs/specification.md
// §4; the pure rules have 100,000 of their own.
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/accounts/access.ts'
import { applicantStatuses, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import { AppError } from '#domain/errors.ts'
import {
  incidentInput,
  incidentStatuses,
  type IncidentStatus,
} from '#domain/incidents/incidents.ts'
import { insertIncident, findIncident } from '#data/incidents/incidents.ts'
import { findApplicant } from '#data/applicants/applicants.ts'
import { listStatusChanges } from '#data/applicants/status-changes.ts'
import { moveApplicant } from '#features/applicants/move-applicant.ts'
import { readApplicantCounts } from '#features/applicants/read-applicants.ts'
import { advanceIncident } from '#features/incidents/advance-incident.ts'
import { openApp } from './app.ts'
import { enginesAbove, type Engine } from './databases/engines.ts'
import { countFor } from './input/some-values.ts'
import { insertApplication } from './rows.ts'

/** Each of the hundred pairs of a state and what is asked in it comes up several times. */
const stepsOn: Record<Engine, number> = { postgres: countFor(400, 200), embedded: 200 }

/** docs/specification.md §4.1. */
const applicantTable: Record<ApplicantStatus, readonly ApplicantStatus[]> = {
  applied: ['reviewing', 'rejected'],
  reviewing: ['applied', 'interviewed', 'rejected'],
  interviewed: ['reviewing', 'hired', 'rejected'],
  hired: ['interviewed', 'rejected'],
  rejected: ['applied', 'reviewing'],
}
const incidentTable: Record<IncidentStatus, IncidentStatus | null> = {
  open: 'investigating',
  investigating: 'resolved',
  resolved: 'closed',
  closed: null,
}

function dice(seed: number) {
  let state = seed
  return <Value>(values: readonly Value[]): Value => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return values[Math.floor((state / 2 ** 32) * values.length)]!
  }
}

/** True when the act was done, false when the rules refused it; anything else is a fault. */
async function isDone(act: Promise<unknown>, code: string): Promise<boolean> {
  try {
    await act
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === code) return false
    throw error
  }
}

describe.each(enginesAbove)('on %s', async (engine) => {
  const steps = stepsOn[engine]
  const app = await openApp({ engine })
  const owner = await app.owner()
  const actor: Actor = {
    user_id: owner.userId,
    session_id: '',
    email: owner.email,
    first_name: 'Ana',
    last_name: 'Silva',
    organization_id: owner.organization.id,
    role: 'organization_owner',
    is_approved: true,
  }

  // shows: 4-11
  test.each([steps])(
    '%d moves of applicants agree with the table, and so do the history and the counts',
    async (most) => {
      const job = await app.job(owner)
      const db = app.deps.db.queries
      const model = new Map<string, ApplicantStatus[]>()
      for (let person = 0; person < 8; person++) {
        const shop = { organization: owner.organization, job }
        const { id } = await insertApplication(db, shop, `walker-${person}@example.com`)
        model.set(id, ['applied'])
      }
      const ids = [...model.keys()]
      const choose = dice(20_261_121)
      for (let step = 1; step <= most; step++) {
        const id = choose(ids)
        const walked = model.get(id)!
        const now = walked.at(-1)!
        const to = choose(applicantStatuses)
        // What the screen showed may be old.
        const from = choose([undefined, now, now, choose(applicantStatuses)])
        const isAllowed = applicantTable[now].includes(to) && (from === undefined || from === now)
        const act = moveApplicant(app.deps, actor, id, { status: to, from })
        const label = `step ${step}: ${now} to ${to}, seen as ${from}`
        expect(await isDone(act, 'applicant.moveRefused'), label).toBe(isAllowed)
        if (isAllowed) walked.push(to)
        if (step % 200 > 0) continue
        const counts: Record<string, number> = { all: ids.length }
        for (const status of applicantStatuses) {
          counts[status] = [...model.values()].filter((walk) => walk.at(-1) === status).length
        }
        expect(await readApplicantCounts(app.deps, actor, {}), `after step ${step}`).toEqual(counts)
      }
      for (const [id, walked] of model) {
        const found = await findApplicant(db, owner.organization.id, id)
        expect(found?.status).toBe(walked.at(-1))
        const history = await listStatusChanges(db, owner.organization.id, id)
        const made = history.map(({ from_status, to_status }) => [from_status, to_status])
        const expected = walked.slice(1).map((to, index) => [walked[index], to])
        expect(made).toEqual(expected.toReversed())
      }
    },
    120_000,
  )

  // shows: 4-17
  test.each([steps])(
    '%d steps of incidents agree with the table',
    async (most) => {
      const db = app.deps.db.queries
      const report = async (): Promise<[string, IncidentStatus]> => {
        const input = incidentInput.parse({})
        return [(await insertIncident(db, owner.organization.id, input)).id, 'open']
      }
      const model = new Map([await report(), await report(), await report()])
      const choose = dice(20_261_122)
      const seen = new Set<IncidentStatus>()
      for (let step = 1; step <= most; step++) {
        const id = choose([...model.keys()].slice(-6))
        const now = model.get(id)!
        const to = choose(incidentStatuses)
        const isAllowed = incidentTable[now] === to
        const act = advanceIncident(app.deps, actor, id, to)
        expect(await isDone(act, 'incidents.moveRefused'), `step ${step}: ${now} to ${to}`).toBe(
          isAllowed,
        )
        if (isAllowed) {
          model.set(id, to)
          seen.add(to)
        }
        // A closed one stays closed: another begins beside it.
        if (to === 'closed' && isAllowed) model.set(...(await report()))
      }
      expect(seen.size).toBe(3)
      for (const [id, status] of model) {
        const found = await findIncident(db, owner.organization.id, id)
        expect(found).toMatchObject({ status })
        expect(found?.resolved_at !== null).toBe(status === 'resolved' || status === 'closed')
      }
    },
    120_000,
  )
})
