import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { applicantStatuses, statusLabel } from '#domain/applicants/applicants.ts'
import { incidentStatuses } from '#domain/incidents/incidents.ts'
import { Badge, BadgeButton, badgeDot, type BadgeKind } from './badge.tsx'

/** Ground, text and dot as the design names them: first for the light theme, then for the dark one. */
const colours: [kind: BadgeKind, ground: string, text: string, dot: string][] = [
  ['applied', '#E5F2FF,#142C43', '#035B9E,#80BDFB', '#3D90DF,#3C8AD5'],
  ['reviewing', '#FBEEDD,#38260C', '#7B5100,#E1AD63', '#BA7F0D,#B27912'],
  ['interviewed', '#FEE8FC,#391F37', '#8C2A87,#DF9ED9', '#C85AC1,#BF57B8'],
  ['hired', '#E3F6E7,#14311D', '#006933,#7FCC94', '#35A35D,#369D5B'],
  ['rejected', '#F5EEED,#312825', '#6D544E,#CDB0A9', '#A2847D,#9B7F77'],
  ['open', '#FFEBE9,#411E1C', '#AC011A,#F69B94', '#F14446,#E64343'],
  ['investigating', '#F8EFDD,#35280A', '#735600,#D8B260', '#B08400,#A97F05'],
  ['resolved', '#E2F6EC,#123125', '#006749,#6CCEA6', '#2AA178,#2D9C75'],
  ['closed', '#F0F0F2,#2A2A2C', '#5C5961,#B8B6BE', '#8D8A93,#87858D'],
]

// shows: 9-7
it('every status of an applicant and of an incident is among them', () => {
  const kinds = new Set(colours.map(([kind]) => kind))
  expect([...applicantStatuses, ...incidentStatuses].filter((kind) => !kinds.has(kind))).toEqual([])
})

// shows: 9-7
it.each(colours)('%s has its own colours, in a label and in a menu button', (kind, ...expected) => {
  const [ground, text, dot] = expected.map((pair) => `light-dark(${pair})`)
  const word = applicantStatuses.some((status) => status === kind)
    ? statusLabel[kind as keyof typeof statusLabel]
    : kind
  for (const drawn of [
    renderToStaticMarkup(<Badge kind={kind}>{word}</Badge>),
    renderToStaticMarkup(<BadgeButton kind={kind}>{word}</BadgeButton>),
  ]) {
    expect(drawn).toContain(`style="background:${ground};color:${text}"`)
    expect(drawn).toContain(`style="background:${dot}"`)
    expect(drawn).toContain(word)
  }
  expect(badgeDot(kind)).toBe(dot)
})
