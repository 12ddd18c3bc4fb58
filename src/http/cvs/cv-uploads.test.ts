// Uploaded files: which are accepted, and as what staff download them. Name and bytes are the sender's; the extension
// is ours.
import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { pdfWith, word97 } from '#test/input/cv-files.ts'
import { compound, docx, executable, pdf } from '#test/input/files.ts'
import { compoundOf } from '#test/input/hostile-cvs.ts'
import { docWith } from '#test/input/word-files.ts'

const app = await openApp()
const owner = await app.owner()
const job = await app.job(owner)

let people = 0
const proof = () => app.grant(`names-${++people}@example.com`, job)

/** Under a proof that serves several: each takes one file at a time. */
async function upload(token: string, name: string, content: Uint8Array<ArrayBuffer> | string) {
  const response = await app
    .visitor()
    .form('/api/applications/cv', { token, cvFile: new File([content], name) })
  const body = (await response.json()) as { id?: string; error?: { code: string; message: string } }
  return { status: response.status, ...body }
}

const WRONG_TYPE = 'Invalid File Type: Please select a PDF, DOC, or DOCX file.'
const andSo = (sentence: string) => `${WRONG_TYPE} ${sentence}`
const DAMAGED = andSo('This file is damaged or too complex: save it as PDF again, and select that.')
const ofType = (type: string) =>
  andSo(`This file is ${type}: open it, save it as PDF, and select that.`)
const PICTURE = andSo(
  'This file is a picture: print it as PDF, or put it into a document, and select that.',
)
const MACROS = andSo('This file contains macros: save it as PDF, and select that.')
const named = (type: string) =>
  andSo(
    `This file is ${type}, but its name ends differently: rename it to end in .${type}, and select it again.`,
  )
const LOCKED = 'Locked File: This file has a password. Save it without one, then select it again.'
const EMPTY = 'Empty File: Please select a file that is not empty.'

/** Ten at a time under one proof. */
async function verdicts(rows: readonly (readonly [string, Uint8Array<ArrayBuffer> | string])[]) {
  const found: [string, string][] = []
  let token = ''
  for (const [index, [name, content]] of rows.entries()) {
    if (index % 10 === 0) token = await proof()
    const { status, error } = await upload(token, name, content)
    found.push([name, status === 201 ? 'taken' : (error?.message ?? `${status}`)])
  }
  return found
}

// shows: 5-10, V5.2.2
describe('an ending that is not the content’s', () => {
  const programs =
    'hta js jse vbs vbe wsf bat cmd ps1 exe com scr pif msi lnk url desktop sh command jar iso application ' +
    'appref-ms settingcontent-ms library-ms zip 7z'

  test('is refused, and says what is wrong with such a file', async () => {
    const rows = [
      ...programs.split(' ').map((ending) => [ending, WRONG_TYPE] as const),
      ...['html', 'htm', 'xhtml', 'mht', 'xml', 'rtf', 'odt', 'pages'].map(
        (ending) => [ending, ofType(ending.toUpperCase())] as const,
      ),
      ...['svg', 'jpg', 'png', 'HEIC'].map((ending) => [ending, PICTURE] as const),
      ...['docm', 'dotm', 'xlsm'].map((ending) => [ending, MACROS] as const),
      ...['doc', 'docx'].map((ending) => [ending, named('PDF')] as const),
    ].map(([ending, verdict]) => [`Anna Schmidt CV.${ending}`, verdict] as const)
    expect(await verdicts(rows.map(([name]) => [name, pdf]))).toEqual(rows)
  })

  test('is refused behind another, behind blanks, and in disguise', async () => {
    const rows = [
      ['CV.pdf.exe', pdf],
      ['CV.pdf.EXE', pdf],
      ['CV.pdf       .exe', pdf],
      ['CV.pdf\u00A0.exe', pdf],
      [`CV.pdf${'\u2800'.repeat(60)}.exe`, pdf],
      [`CV.pdf${'\u3164'.repeat(60)}.exe`, pdf],
      [`CV.pdf${' '.repeat(300)}.exe`, pdf],
      ['CV.exe.', pdf],
      ['CV.exe . . .', pdf],
      ['CV.exe ', pdf],
      ['CV.exe\u3000', pdf],
      ['CV.\u202Efdp.exe', pdf],
      ['CV\u202Efdp.exe', pdf],
      ['CV.e\u200Bxe', pdf],
      ['CV.ｅｘｅ', pdf],
      ['CV\uFF0Eexe', pdf],
      ['CV\u2024exe', pdf],
      ['CV\uFE52hta', pdf],
      ['CV.hta;.jpg', pdf, PICTURE],
      ['CV.pdf%00.exe', pdf],
      ['.hta', pdf],
      ['CV.docx', pdf, named('PDF')],
      ['CV.doc', docx(), named('DOCX')],
      ['CV.pdf', docx(), named('DOCX')],
      ['CV.docx', compound('WordDocument'), named('DOC')],
      ['CV.pdf', compound('WordDocument'), named('DOC')],
    ] as const
    expect(await verdicts(rows.map(([name, content]) => [name, content]))).toEqual(
      rows.map(([name, , verdict = WRONG_TYPE]) => [name, verdict]),
    )
  })
})

// shows: 5-10
test('a good file is taken whatever its name, unless it has the ending of another kind', async () => {
  const names =
    'CV M.Sc|my.cv.j.smith|cv.pdf?dl=1|CV.ＰＤＦ|CV.ｐｄｆ|CV.2026|Lebenslauf Dr. rer. nat|CV maya@example.com|履歴書.山田|' +
    'CV.pdfx|CV.pdf-|CV.final v2|msf:33|document:1000012345|CV.р\u200Bdf|CV.exe::$DATA|CV.pdf;jsessionid=1|cv.v1.2b'
  const rows = names.split('|').map((name) => [name, pdf] as const)
  expect(await verdicts(rows)).toEqual(rows.map(([name]) => [name, 'taken']))
})

describe('what only begins like a PDF', () => {
  const page = '<html><script>document.title = 1</script></html>'
  const rows = [
    ['a page', `%PDF-1.4\r\n${page}`],
    ['an application for mshta', `%PDF-1.4\r\n<hta:application><script>1</script>`],
    ['a page that says it is whole', `%PDF-1.4\n${page}\nstartxref\n0\n%%EOF\n`],
    ['a page with a trailer', `%PDF-1.4\n${page}\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`],
    ['a page before real objects', Buffer.concat([Buffer.from(`%PDF-1.4\n${page}\n`), pdf])],
    ['a page in the first comment', Buffer.concat([Buffer.from(`%PDF-1.4 ${page}\n`), pdf])],
    ['a shell script', '%PDF-1.4\n2>/dev/null; touch /tmp/ran\n'],
    ['a batch file', '%PDF-1.4\r\n@echo off\r\ncalc.exe\r\n'],
    ['a program', Buffer.concat([Buffer.from('%PDF-1.4\n'), executable])],
    ['its first five bytes', '%PDF-'],
    ['a header', '%PDF-1.7\n%%EOF\n'],
    ['a PDF whose catalog is missing', pdf.toString('latin1').replace('1 0 obj', '9 0 obj')],
    ['a PDF cut off before its trailer', pdf.subarray(0, pdf.indexOf('trailer'))],
  ] as const
  test('is refused', async () => {
    const files = rows.map(([, content]) => ['CV.pdf', content] as const)
    const found = await verdicts(files)
    expect(found.map(([, verdict], index) => [rows[index]?.[0], verdict])).toEqual(
      rows.map(([what]) => [what, DAMAGED]),
    )
  })
})

test('what is no document is refused, and the sentence says what it is', async () => {
  const rows: (readonly [string, Uint8Array<ArrayBuffer> | string, string])[] = [
    ['CV.pdf', executable, WRONG_TYPE],
    ['CV.pdf', `\n${pdf.toString('latin1')}`, 'taken'],
    ['CV.pdf', Buffer.concat([Buffer.from('GIF89a'), pdf]), PICTURE],
    ['CV.pdf', Buffer.from(zipSync({ 'CV.pdf': pdf })), WRONG_TYPE],
    ['CV.pdf', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', PICTURE],
    ['CV.doc', '{\\rtf1\\ansi Anna}', ofType('RTF')],
    ['CV.doc', '<html><body>Anna</body></html>', ofType('HTML')],
    ['CV.docx', docx().subarray(0, 200), DAMAGED],
    ['CV.docx', docx({ 'word/vbaProject.bin': new Uint8Array(9) }), MACROS],
    ['CV.docx', compoundOf([{ name: 'EncryptedPackage', data: Buffer.alloc(9) }]), LOCKED],
    ['CV.doc', docWith('x\r', { flags: 0x0100 }), LOCKED],
    ['CV.pdf', await pdfWith(['x'], { userPassword: 'secret' }), LOCKED],
    ['CV', executable, WRONG_TYPE],
    ['CV.pdf', '', EMPTY],
    ['CV.docx', '', EMPTY],
    ['CV', '', EMPTY],
    ['CV.pdf', ' ', WRONG_TYPE],
  ]
  const found = await verdicts(rows.map(([name, content]) => [name, content]))
  expect(found).toEqual(rows.map(([name, , verdict]) => [name, verdict]))
})

// shows: V5.4.1, V5.4.2
describe('staff get a file by a name that ends in what it is', () => {
  async function sendCv(name: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
    const token = await proof()
    const { id: cvId = '' } = await upload(token, name, content)
    const sent = await app
      .visitor()
      .form('/api/applications', { token, cvId, firstName: 'Anna.hta', lastName: 'B. NUL' })
    return ((await sent.json()) as { id: string }).id
  }
  const attached = (to: string) => [
    `attachment; filename="${to.replace(/[^\x20-\x7E]/g, '_')}"`,
    to,
  ]

  const rows: [sentAs: string, content: Uint8Array<ArrayBuffer>, name: string][] = [
    ['Anna Schmidt CV.PDF', pdf, 'Anna Schmidt CV.pdf'],
    ['Lebenslauf Müller.docx', docx(), 'Lebenslauf Müller.docx'],
    ['Anna.doc', word97, 'Anna.doc'],
    ['CV', pdf, 'CV.pdf'],
    ['Lebenslauf 12.03.2024', docx(), 'Lebenslauf 12.03.2024.docx'],
    ['CV.exe.pdf', pdf, 'CV exe.pdf'],
    ['CV.docm.docx', docx(), 'CV docm.docx'],
    ['con.pdf', pdf, 'CV con.pdf'],
    ['NUL', docx(), 'CV NUL.docx'],
    ['.pdf', pdf, 'CV.pdf'],
    ['CV.pdf. . .', pdf, 'CV.pdf'],
    ['CV M.Sc', pdf, 'CV M Sc.pdf'],
    ['CV.ＰＤＦ', pdf, 'CV.pdf'],
    ['cv.pdf?dl=1', pdf, 'cv pdf dl=1.pdf'],
    ['..\\..\\Startup\\CV.pdf', pdf, 'CV.pdf'],
    ['CV\u202Ecod.pdf', pdf, 'CVcod.pdf'],
    [`${'🍵'.repeat(150)}.pdf`, pdf, `${'🍵'.repeat(50)}.pdf`],
    // A page and an archive inside a real PDF: still, and only, a PDF.
    ['CV.pdf', Buffer.concat([pdf, Buffer.from(zipSync({ 'a.html': strToU8('<b>') }))]), 'CV.pdf'],
  ]
  /** The applicants, in the order of the rows. */
  const ids: string[] = []
  beforeAll(async () => {
    for (const [sentAs, content] of rows) ids.push(await sendCv(sentAs, content))
    await app.cvsChecked()
  })

  test.each(rows.map(([sentAs, content, name], index) => ({ sentAs, content, name, index })))(
    '$sentAs',
    async ({ content, name, index }) => {
      const id = ids[index] ?? ''
      const profile = await owner.call<{ applicant: { cv_name: string } }>(`/api/applicants/${id}`)
      const link = await owner.call<{ url: string }>(`/api/applicants/${id}/cv-link`, {
        method: 'POST',
      })
      const file = await app.visitor().fetch(link.body.url)
      const disposition = file.headers.get('content-disposition') ?? ''
      const [plain, encoded = ''] = disposition.split("; filename*=UTF-8''")
      expect([plain, decodeURIComponent(encoded)]).toEqual(attached(name))
      expect(profile.body.applicant.cv_name).toBe(name)
      expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(content))

      const zip = await owner.fetch('/api/applicants/export.zip', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ids: [id] }),
      })
      const packed = unzipSync(new Uint8Array(await zip.arrayBuffer()))
      expect(Object.keys(packed)).toEqual([`CV Anna hta B. NUL.${name.split('.').pop()}`])
    },
  )

  test('also where it was stored under a worse one', async () => {
    const id = await sendCv('CV.pdf', pdf)
    await app.cvsChecked()
    for (const [stored, name] of [
      ['Anna Schmidt CV.hta', 'Anna Schmidt CV.pdf'],
      ['CV.pdf.exe', 'CV.pdf'],
      ['CV.lnk', 'CV.pdf'],
      ['AUX.bat', 'CV AUX.pdf'],
    ]) {
      await app.deps.db.pool.query(
        'update cv_files set original_name = $2 where applicant_id = $1',
        [id, stored],
      )
      const { body } = await owner.call<{ url: string }>(`/api/applicants/${id}/cv-link`, {
        method: 'POST',
      })
      const file = await app.visitor().fetch(body.url)
      expect(file.headers.get('content-disposition')).toContain(`filename="${name}"`)
      const profile = await owner.call<{ applicant: { cv_name: string } }>(`/api/applicants/${id}`)
      expect(profile.body.applicant.cv_name).toBe(name)
      const table = await (await owner.fetch('/api/applicants/export.csv?tab=all')).text()
      expect(table).not.toContain(stored)
    }
  })
})
