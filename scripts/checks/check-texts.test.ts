// Which sentences the check of texts finds in a source, and which it leaves alone.
import { expect, test } from 'vitest'
import { checkTexts } from './check-texts.ts'

const found = (code: string, file = 'src/features/jobs/edit-job.tsx') =>
  checkTexts(new Map([[file, code]])).map((fault) => fault.replace(/^[^:]+:\d+: /, ''))

const notInCatalogue = (text: string) => [`a text is not in the catalogue: ${text}`]

test.each([
  ['text between tags', 'const a = () => <p>Saved</p>', 'Saved'],
  ['an attribute', 'const a = () => <Button title="Save" />', 'Save'],
  ['one of two texts', "const a = () => <p>{x ? 'not saved' : y}</p>", 'not saved'],
  ['a property that is read', "const a = { label: 'all jobs' }", 'all jobs'],
  ['a table of labels', "const a = { open: 'Open for now' }", 'Open for now'],
  ['a template', 'const a = () => `Moved ${n} to ${m}`', 'Moved X to X'],
  ['a sentence after a name', 'const a = () => `${n} was deleted`', 'X was deleted'],
  ['mark-up', "const a = '<h2>Open jobs</h2>'", '<h2>Open jobs</h2>'],
  ['a toast', "toastError('could not save')", 'could not save'],
  [
    'what is put into an error',
    "throw new AppError('page.refused', { values: { message: 'no reason given' } })",
    'no reason given',
  ],
])('finds %s', (_, code, text) => expect(found(code)).toEqual(notInCatalogue(text)))

test.each([
  ['a line of the log', "log.error('The queue is late')"],
  ['an error that nobody is told', "throw new Error('No such table')"],
  ['names of classes', 'const a = () => <p className="Flex min-w-0">{b}</p>'],
  ['a header', "const a = { 'Cache-Control': 'Private no store' }"],
  ['a query', 'const a = sql`select all from jobs`'],
  ['a type', "type A = 'All jobs'"],
  ['a comparison', "if (name === 'All jobs') b()"],
  ['a name', 'const a = () => <b>Storehand</b>'],
  ['a text of the catalogue', "const a = () => t('job.missing')"],
])('leaves alone %s', (_, code) => expect(found(code)).toEqual([]))

test('a server makes no text while a file is read', () => {
  const why = ['a text is made before anybody asked: make it in a function']
  expect(found("const a = t('job.missing')")).toEqual(why)
  expect(found("const a = t('job.missing')", 'src/dashboard/new-room/a.tsx')).toEqual([])
})
