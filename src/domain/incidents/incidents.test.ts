// Incidents: forward-only statuses (docs/specification.md §4.7), typed input, and the 72 hours.
import { describe, expect, test } from 'vitest'
import { openBreach } from '#test/input/samples.ts'
import {
  breachNews,
  affectedUsersOf,
  attentionOf,
  canAdvance,
  clockOf,
  dataTypesOf,
  deadlineOf,
  incidentInput,
  incidentStatuses,
  isBreach,
  isOver,
  nextStep,
  nextStepLabel,
  type IncidentRow,
  type IncidentStatus,
} from './incidents.ts'

describe('the statuses', () => {
  /** docs/specification.md §4.7: open→investigating (Investigate), … Closed has no action. */
  const table: Record<IncidentStatus, readonly [IncidentStatus, string] | null> = {
    open: ['investigating', 'Investigate'],
    investigating: ['resolved', 'Resolve'],
    resolved: ['closed', 'Close'],
    closed: null,
  }

  test('have the one way that the specification has, and its words', () => {
    const offered = incidentStatuses.map((from) => {
      const to = nextStep[from]
      return [from, to && from !== 'closed' ? [to, nextStepLabel(from)] : null]
    })
    expect(Object.fromEntries(offered)).toEqual(table)
    expect(incidentStatuses.filter(isOver)).toEqual(['resolved', 'closed'])
  })

  // shows: 4-17
  test('agree with the model over 100,000 random steps', () => {
    let seed = 20_261_121
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    let status: IncidentStatus = 'open'
    let model: IncidentStatus = 'open'
    const seen = new Map<string, number>()
    for (let step = 0; step < 100_000; step++) {
      const to: IncidentStatus = incidentStatuses[random(incidentStatuses.length)]!
      if (canAdvance(status, to)) status = to
      if (table[model]?.[0] === to) model = to
      if (status !== model) expect(`step ${step}: ${status}`).toBe(model)
      seen.set(status, (seen.get(status) ?? 0) + 1)
      // A closed one stays closed: another begins.
      if (model === 'closed' && random(4) === 0) status = model = 'open'
    }
    expect(seen.size).toBe(4)
    expect(Math.min(...seen.values())).toBeGreaterThan(1000)
  })
})

describe('the report', () => {
  // shows: 3-8, 9-17
  test('needs nothing, and has the defaults of the specification', () => {
    expect(incidentInput.parse({})).toEqual({
      p_incident_type: '',
      p_severity: 'medium',
      p_title: '',
      p_description: '',
      p_affected_users: 0,
      p_data_types_affected: [],
      p_source_ip: null,
      p_user_agent: null,
      p_detection_method: 'manual',
      p_metadata: {},
    })
  })

  test.each([
    ['p_severity', 'dreadful'],
    ['p_title', 'x'.repeat(201)],
    ['p_description', 'x'.repeat(10_001)],
    ['p_affected_users', -1],
    ['p_affected_users', 1.5],
    ['p_affected_users', 5_000_000_000],
    ['p_data_types_affected', 'name'],
    ['p_data_types_affected', Array.from({ length: 51 }, () => 'x')],
    ['p_metadata', { text: 'x'.repeat(10_001) }],
  ])('refuses %s of %j', (name, value) => {
    const parsed = incidentInput.safeParse({ [name]: value })
    expect(parsed.error?.issues[0]?.path[0]).toBe(name)
  })

  // shows: 5-21
  test('takes data types at their commas, and a number or 0', () => {
    expect(dataTypesOf(' name, address ,, order total,')).toEqual([
      'name',
      'address',
      'order total',
    ])
    expect(dataTypesOf(' , ')).toEqual([])
    const typed = ['214', ' 12 people', '1,204', 'many', '', '-3', '2.9']
    expect(typed.map(affectedUsersOf)).toEqual([214, 12, 1204, 0, 0, 0, 2])
  })

  // shows: 9-17
  test.each([
    ['critical', 'Data breach', true],
    ['critical', 'DATA-BREACHES', true],
    ['critical', 'Phishing', false],
    ['high', 'Data breach', false],
  ] as const)('%s and %s is a breach: %s', (severity, incident_type, expected) => {
    expect(isBreach({ severity, incident_type })).toBe(expected)
  })
})

describe('the 72 hours', () => {
  const created = Date.parse('2026-08-11T09:40:00.000Z')
  const deadline_at = deadlineOf('2026-08-11T09:40:00.000Z')
  const after = (hours: number, authority_told_at: string | null = null) =>
    clockOf({ deadline_at, authority_told_at }, created + hours * 3_600_000)?.text
  const notifiedAfter = (hours: number) => new Date(created + hours * 3_600_000).toISOString()

  test('end where the authority has to know', () => {
    expect(deadline_at).toBe('2026-08-14T09:40:00.000Z')
    expect(clockOf({ deadline_at: null, authority_told_at: null }, created)).toBeUndefined()
  })

  test.each([
    [0, '72 of 72 hours left'],
    [30.8, '41 of 72 hours left'],
    [71, '1 of 72 hours left'],
    [71.5, '30 minutes of 72 hours left'],
    [72, 'overdue by 1 minute'],
    [72.5, 'overdue by 30 minutes'],
    [73, 'overdue by 1 hour'],
    [100, 'overdue by 28 hours'],
  ])('say after %d hours: %s', (hours, text) => {
    expect(after(hours)).toBe(text)
  })

  test('stop only when the authority was told', () => {
    expect(after(500, notifiedAfter(10))).toBe('Authority told in time')
    expect(after(500, notifiedAfter(75))).toBe('Authority told, 3 hours late')
  })

  test('are a sentence of the overview', () => {
    const incident = {
      severity: 'critical',
      status: 'open',
      deadline_at,
      authority_told_at: null,
      withdrawn_at: null,
    } as IncidentRow
    expect(attentionOf(incident, created + 30.8 * 3_600_000)).toBe(
      'Critical incident open, 41 of 72 hours left',
    )
    expect(attentionOf({ ...incident, deadline_at: null }, created)).toBe('Critical incident open')
  })
})

describe('what every page says while a breach is open', () => {
  const now = Date.parse('2026-08-12T12:00:00Z')
  const breach: IncidentRow = { ...openBreach, title: 'Export sent astray' }
  test('is its title and its clock, and how many more there are', () => {
    expect(breachNews([breach], now)).toEqual({
      id: openBreach.id,
      text: 'Data breach: Export sent astray. 41 of 72 hours left.',
    })
    expect(breachNews([breach, { ...breach, id: 'i2' }], now)?.text).toMatch(/left\. 1 more\.$/)
  })
  test('is nothing for other incidents, and for one that is over and told', () => {
    expect(breachNews([{ ...breach, deadline_at: null }], now)).toBeUndefined()
    const notified = { ...breach, authority_told_at: '2026-08-12T05:00:00Z' }
    expect(breachNews([{ ...notified, status: 'resolved' }], now)).toBeUndefined()
    expect(breachNews([notified], now)?.text).toContain('Authority told in time')
  })
})
