// The documents can be found and followed: every decision is in the index under its title, and every link leads somewhere.
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { at, read } from '../../scripts/spec-map.ts'

const folder = 'docs/decisions'
const files = globSync('[0-9]*.md', { cwd: at(folder) }).toSorted()
const HEAD = /^# (\d+)\. (.+)\n\n\d{4}-\d\d-\d\d · Accepted\n\n/

describe('the decisions', () => {
  const pages = files.map((file) => {
    const [, number, title] = HEAD.exec(read(`${folder}/${file}`)) ?? []
    return { file, number, title }
  })

  test('begin with number, title and date, and are accepted: what no longer holds is rewritten or deleted', () => {
    expect(files.length).toBeGreaterThan(30)
    const faulty = pages.filter(({ file, number }) => Number(number) !== Number(file.slice(0, 4)))
    expect(faulty).toEqual([])
  })

  test('have every number up to the newest, or the index says that it has no page', () => {
    const used = new Set(pages.map(({ number }) => Number(number)))
    const gaps = Array.from({ length: Math.max(...used) }, (_, index) => index + 1).filter(
      (number) => !used.has(number),
    )
    const [, listed = ''] =
      /A number is used once: ([\d, and]+) have no page/.exec(read(`${folder}/README.md`)) ?? []
    expect(listed.match(/\d+/g)?.map(Number)).toEqual(gaps)
  })

  test('stand in the index, in order', () => {
    const listed = read(`${folder}/README.md`)
      .split('\n')
      .filter((line) => line.startsWith('- '))
    expect(listed).toEqual(
      pages.map(({ file, number, title }) => `- [${number}. ${title}](${file})`),
    )
  })
})

/** Where a heading can be led to, as GitHub names it. */
const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link of a document leads to a file and a heading that are there', () => {
  const documents = globSync('{docs/**/*.md,test/docs/*.md,*.md}', { cwd: at('.') })
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, file = '', anchor]) => {
        const target = file ? path.join(path.dirname(document), file) : document
        if (!existsSync(at(target))) return [`${document}: ${link}`]
        return anchor && !anchorsOf(read(target)).includes(anchor) ? [`${document}: ${link}`] : []
      },
    ),
  )
  expect(documents.length).toBeGreaterThan(40)
  expect(broken).toEqual([])
})
