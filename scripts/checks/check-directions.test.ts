// Which rules and class names the check of directions refuses.
import { expect, test } from 'vitest'
import { checkDirections } from './check-directions.ts'

const inSheet = (rule: string) => checkDirections(new Map([['a.css', `.a { ${rule}; }`]])).length
const inScreen = (name: string) =>
  checkDirections(new Map([['a.tsx', `<p className="flex ${name}">`]])).length

test.each([
  'margin-left: 4px',
  'right: 0',
  'text-align: left',
  'float: right',
  'padding: 1px 2px 3px 4px',
  'inset: auto 16px calc(1px + 2px) auto',
  'border-radius: 7px 0 0 7px',
  'border-top-left-radius: 2px',
  'background: linear-gradient(to right, red, blue)',
])('refused in a style sheet: %s', (rule) => expect(inSheet(rule)).toBe(1))

test.each([
  'margin-inline-start: 4px',
  'padding: 1px 2px 3px',
  'padding: 1px calc(2px + 1px) 3px calc(2px + 1px)',
  'border-radius: 0 0 7px 7px',
  'text-align: start',
  '/* left: 0; */ color: red',
  '/* physical: turned */ border-width: 0 2px 2px 0',
])('taken in a style sheet: %s', (rule) => expect(inSheet(rule)).toBe(0))

test.each(['ml-2', '-mr-1.5', 'pl-[3px]', 'text-left', 'rounded-l', 'border-r-2', 'md:left-0'])(
  'refused as a class: %s',
  (name) => expect(inScreen(name)).toBe(1),
)

test.each(['ms-2', 'pe-1', 'text-start', 'rounded-lg', 'border-ink', 'start-0', 'mx-left-over'])(
  'taken as a class: %s',
  (name) => expect(inScreen(name)).toBe(0),
)
