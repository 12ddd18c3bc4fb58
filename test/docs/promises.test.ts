// The promises of docs/privacy.md are true: the code it names exists, and the legal pages contain its quotes.
import { existsSync, globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DRAFT_DAYS } from '#domain/careers/widget.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { compiledMessage } from '#domain/texts/compiled-messages.ts'
import { formatRich } from '#domain/texts/format-message.ts'
import { at, read, rowsIn, stateOf, type Row } from '../../scripts/spec-map.ts'

const page = read('docs/privacy.md')
const rows = rowsIn(page)
const FILES = /^`[^`]+`(?:, `[^`]+`)*$/
const LONGEST = 140

describe('every promise', () => {
  test('is short, and names files that are there, or nowhere if it is not kept yet', () => {
    expect(rows.length).toBeGreaterThan(20)
    const wrong = rows.filter((row) => {
      const [text = '', lives = '', ...more] = row.cells
      if (!text || text.length > LONGEST || more.length > 0) return true
      if (stateOf(row) === 'not yet') return lives !== 'nowhere'
      const files = [...lives.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
      return !FILES.test(lives) || !files.every((file) => existsSync(at(file)))
    })
    expect(wrong).toEqual([])
  })

  test.each(['privacy', 'terms'])('stands on the page /%s', (name) => {
    const text = textOf(read(`src/dashboard/legal/${name}-screen.tsx`))
    const [, part = ''] = page.split(`### On /${name}\n`)
    const promised = rowsIn(part.split('\n### ')[0] ?? '')
    expect(promised.length).toBeGreaterThan(5)
    const missing = promised.map(sentenceOf).filter((promise) => !text.includes(promise))
    expect(missing).toEqual([])
  })

  test.each(['privacy', 'terms'])('has its row, of each text of the page /%s', (name) => {
    const [table = '', list = ''] = page.split('\n### No promise\n')
    const [, part = ''] = table.split(`### On /${name}\n`)
    const promised = rowsIn(part.split('\n### ')[0] ?? '').map(sentenceOf)
    const codes = codesOf(read(`src/dashboard/legal/${name}-screen.tsx`))
    expect(codes.length).toBeGreaterThan(15)
    const open = codes.filter((code) => {
      const isListed = list.split('\n## ')[0]?.includes(`\`${code}\``) || code.endsWith('Title')
      return !isListed && !promised.some((promise) => textOfCode(code).includes(promise))
    })
    expect(open).toEqual([])
  })
})

// In brackets: a remark of ours.
const sentenceOf = ({ cells: [text = ''] }: Row) => text.replace(/ \([^)]*\)$/, '')

const joined = (text: unknown[]) => text.join('')
const values = {
  days: RETENTION.originDays,
  months: RETENTION.applicantMonths,
  years: RETENTION.auditYears,
  term: RETENTION.invitationMonths,
  kept: RETENTION.passingMailDays,
  least: RETENTION.stopLeast,
  waited: RETENTION.stopDays,
  draft: DRAFT_DAYS,
  named: 'yes',
  operator: 'the operator',
  email: joined,
  link: joined,
  name: joined,
  time: joined,
}

const codesOf = (source: string): string[] => [
  ...new Set([...source.matchAll(/(?:t|rich)\(\s*'([\w.]+)'/g)].map(([, code = '']) => code)),
]
const textOfCode = (code: string): string =>
  formatRich(compiledMessage('en-GB', code), values).join('')
/** What a visitor reads: every text that the source of the page names, with its values. */
const textOf = (source: string): string => codesOf(source).map(textOfCode).join(' ')

// shows: privacy-12
test('nothing but what a person does moves an applicant', () => {
  // move-locked.ts is what two of them share.
  const movers = globSync('src/{features,http,gateways}/**/*.ts', { cwd: at('.') }).filter(
    (file) =>
      !file.endsWith('/move-locked.ts') &&
      /\b(?:updateApplicantStatuses|moveLocked)\(/.test(read(file)),
  )
  expect(movers.toSorted()).toEqual([
    'src/features/applicants/move-applicant.ts',
    'src/features/applicants/move-applicants.ts',
    'src/features/applicants/undo-moves.ts',
  ])
  // Each asks first who it is; background work has no person, and so cannot.
  for (const file of movers) expect(read(file), file).toContain('approvedMember(actor)')
})
