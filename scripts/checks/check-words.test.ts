// What the check of words must refuse, and what it must let pass.
import { describe, expect, test } from 'vitest'
import { checkWords, readGlossary } from './check-words.ts'

const glossary = readGlossary(`# Glossary

## Verbs

| Verb | Means | Not |
|---|---|---|
| \`find\`, \`list\` | Read rows (\`data\`) | get, fetch |
| \`cancel\` | Stop what was queued | take back, call off |
| \`hash\` | One way | |

## Words that we do not use

| Not | But | In |
|---|---|---|
| whoever, anew | the person who, again | names and comments |
| drawn | rendered | names |

## Further reading
`)
const faultsOf = (file: string, text: string) => checkWords(new Map([[file, text]]), glossary)

test('the words are those of the glossary', () => {
  expect(glossary.verbs.map(({ not, isOfData }) => [not, isOfData])).toEqual([
    ['get', true],
    ['fetch', true],
    ['take back', false],
    ['call off', false],
  ])
  expect(glossary.words.map(({ not }) => not)).toEqual(['whoever', 'anew', 'drawn'])
})

describe('is refused', () => {
  test.each([
    ['a function', 'src/http/mails.ts', 'export function takeBackMail() {}', 'takeBackMail'],
    ['a constant function', 'src/http/mails.ts', 'const callOff = () => 1', 'callOff'],
    ['a method', 'src/http/mails.ts', 'class Mail { takeBack() {} }', 'takeBack'],
    ['a verb of other layers in data', 'src/data/jobs.ts', 'function getJob() {}', 'getJob'],
    ['a name', 'src/http/mails.ts', 'const isDrawn = true', 'isDrawn'],
    ['a private name', 'src/http/mails.ts', 'class Page { #drawnAt = 0 }', 'drawnAt'],
    ['a component', 'src/dashboard/page.tsx', 'const page = <Drawn />', 'Drawn'],
    ['a comment', 'src/http/mails.ts', '\n/** For whoever asks. */\nconst a = 1', 'a comment'],
  ])('%s', (_, file, text, found) => {
    expect(faultsOf(file, text)).toEqual([
      expect.stringMatching(
        new RegExp(`^${file}:\\d+: ${found} says "[a-z ]+": write .+, as docs/`),
      ),
    ])
  })

  test('with the line where it stands', () => {
    expect(faultsOf('src/http/mails.ts', '\n\n// Whoever asks.')[0]).toMatch(
      /^src\/http\/mails.ts:3:/,
    )
  })
})

describe('passes', () => {
  test.each([
    ['the verb of data elsewhere', 'src/http/mails.ts', 'function getMail() {}'],
    ['a word inside another', 'src/http/mails.ts', 'const withdrawn = 1 // withdrawn'],
    ['a verb that is not at the beginning', 'src/http/mails.ts', 'function mayTakeBack() {}'],
    ['the name of a column', 'src/http/mails.ts', 'const row = { is_drawn: true }'],
    ['a word where it has its usual meaning', 'src/gateways/cvs/pdf/page.ts', 'const drawn = 1'],
    ['a word of names in a comment', 'src/http/mails.ts', '\n// As it was drawn.\nconst a = 1'],
    ['a text', 'src/http/mails.ts', "const text = 'Whoever asks'"],
  ])('%s', (_, file, text) => {
    expect(faultsOf(file, text)).toEqual([])
  })
})
