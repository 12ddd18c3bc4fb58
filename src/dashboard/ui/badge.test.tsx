import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { applicantStatuses } from '#domain/applicants/applicants.ts'
import { contrastOf } from '#domain/careers/accent.ts'
import { incidentStatuses } from '#domain/incidents/incidents.ts'
import { Badge, BadgeButton, badgeDot, type BadgeKind } from './badge.tsx'

const LOOK =
  /style="background:light-dark\((\S+?),(\S+?)\);color:light-dark\((\S+?),(\S+?)\)".*<i[^>]*style="background:([^"]+)"/

const nouns: [noun: string, statuses: readonly BadgeKind[]][] = [
  ['an applicant', applicantStatuses],
  ['an incident', incidentStatuses],
]

// shows: 9-7
it.each(nouns)('each status of %s has colours of its own, readable in both themes', (_, kinds) => {
  const looks = kinds.map((kind) => {
    const markup = renderToStaticMarkup(<Badge kind={kind}>Word</Badge>)
    const [, light = '', dark = '', onLight = '', onDark = '', dot] = LOOK.exec(markup) ?? []
    expect([kind, contrastOf(light, onLight) >= 4.5]).toEqual([kind, true])
    expect([kind, contrastOf(dark, onDark) >= 4.5]).toEqual([kind, true])
    expect(dot).toBe(badgeDot(kind))
    return [light, dark, dot].join()
  })
  expect(new Set(looks).size).toBe(kinds.length)
})

// shows: 9-7
it('a button has the colours of the label', () => {
  const look = LOOK.exec(renderToStaticMarkup(<Badge kind="hired">Hired</Badge>))?.[0]
  expect(look).toBeTruthy()
  const button = renderToStaticMarkup(<BadgeButton kind="hired">Hired</BadgeButton>)
  expect(button).toContain('Hired')
  expect(LOOK.exec(button)?.[0]).toBe(look)
})
