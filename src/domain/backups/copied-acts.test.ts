// Which acts are repeated in a restored database, and in which order.
import { expect, test } from 'vitest'
import { newestActs, type CopiedAct } from './copied-acts.ts'

const closing = (subject: string, acted_at: string, closes_at: string | null): CopiedAct => ({
  id: `${subject} ${acted_at}`,
  kind: 'closing',
  organization_id: null,
  subject,
  acted_at,
  state: { closes_at },
})

test('the newest of each thing, wherever it stands: lines can come twice and late', () => {
  const closed = closing('maya', '2026-11-01T00:00:00.000001Z', '2026-12-01')
  const reopened = closing('maya', '2026-11-01T00:00:00.000002Z', null)
  const other = closing('ada', '2026-10-01T00:00:00.000000Z', '2026-11-01')
  expect(newestActs([closed, reopened, other, closed])).toEqual([reopened, other])
})

test('organizations go last, because they take all else with them', () => {
  const gone: CopiedAct = {
    id: 'shop',
    kind: 'organization',
    organization_id: 'shop',
    subject: 'shop',
    acted_at: '2026-01-01',
    state: { is_deleted: true },
  }
  const later = closing('maya', '2026-11-01', null)
  expect(newestActs([gone, later]).map(({ kind }) => kind)).toEqual(['closing', 'organization'])
})
