// The demo's CV files: one realistic page for each applicant, as PDF or DOCX.
import { BorderStyle, Document, HeadingLevel, Packer, Paragraph, TabStopType, TextRun } from 'docx'
// oxlint-disable-next-line import/no-named-as-default -- the package's types have only the default export
import PDFDocument from 'pdfkit'
import type { DemoApplicant } from './demo-applicants.ts'
import { curriculumOf, seedOf, type Curriculum } from './demo-curriculum.ts'
import { DEFAULT_LOCALE } from '#domain/texts/locale.ts'

// The characters of Windows-1252 beyond Latin-1: the standard PDF fonts have no others.
const windowsExtras = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const inStandardFonts = (letter: string): boolean =>
  /^[\u0020-\u007E\u00A0-\u00FF]$/.test(letter) || windowsExtras.includes(letter)
const strokes: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i' }

/** Replaces characters that the standard PDF fonts lack, and keeps the accents they have: 'Łukasz Wójcik' becomes 'Lukasz Wójcik'. */
export function inStandardLetters(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    let marks = (strokes[letter] ?? letter).normalize('NFD')
    while (!inStandardFonts(marks.normalize('NFC')) && marks.length > 1) marks = marks.slice(0, -1)
    const nearest = marks.normalize('NFC')
    return inStandardFonts(nearest) ? nearest : '?'
  }).join('')
}

const looks = [
  { body: 'Helvetica', bold: 'Helvetica-Bold', color: '#1F3A4D', align: 'left' },
  { body: 'Times-Roman', bold: 'Times-Bold', color: '#222222', align: 'center' },
  { body: 'Helvetica', bold: 'Helvetica-Bold', color: '#6B3E26', align: 'center' },
  { body: 'Times-Roman', bold: 'Times-Bold', color: '#2F4F3A', align: 'left' },
] as const

function drawPdf(curriculum: Curriculum, fileTitle: string, written: Date): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const look = looks[Math.abs(seedOf(curriculum.name)) % looks.length] ?? looks[0]
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 60,
    lang: DEFAULT_LOCALE,
    info: { Title: fileTitle, Author: curriculum.name, CreationDate: written },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.on('end', () => resolve(Buffer.concat(chunks)))
  pdf.on('error', reject)

  const left = pdf.page.margins.left
  const width = pdf.page.width - 2 * left
  const lineGap = 2.5
  const ink = '#222222'
  const write = (text: string, options: PDFKit.Mixins.TextOptions = {}) =>
    pdf.text(inStandardLetters(text), { width, lineGap, ...options })

  function section(title: string): void {
    pdf.moveDown(1.2).font(look.bold).fontSize(13.5).fillColor(look.color)
    write(title)
    const y = pdf.y + 1
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.6)
      .stroke(look.color)
    pdf.moveDown(0.5).font(look.body).fontSize(11.5).fillColor(ink)
  }

  function entry(title: string, place: string, years: string): void {
    const { y } = pdf
    pdf.font(look.body).text(inStandardLetters(years), left, y, { width, align: 'right' })
    pdf.font(look.bold).text(inStandardLetters(title), left, y, { width: width - 110, lineGap })
    pdf.font(look.body)
    write(place)
  }

  pdf.font(look.bold).fontSize(26).fillColor(look.color)
  write(curriculum.name, { align: look.align })
  pdf.moveDown(0.2).font(look.body).fontSize(11).fillColor(ink)
  write(curriculum.contact.join('  ·  '), { align: look.align })

  section('Profile')
  write(curriculum.profile)
  section('Experience')
  for (const post of curriculum.posts) {
    entry(post.title, post.employer, post.years)
    for (const duty of post.duties) write(`•  ${duty}`, { indent: 10 })
    pdf.moveDown(0.6)
  }
  section('Education')
  for (const { title, school, years } of curriculum.education) entry(title, school, years)
  section('Languages')
  write(curriculum.languages)
  section('Interests')
  write(curriculum.interests)
  pdf.end()
  return promise
}

const docxSection = (title: string) =>
  new Paragraph({
    heading: HeadingLevel.HEADING_2,
    spacing: { before: 280, after: 80 },
    border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 2, color: '999999' } },
    children: [new TextRun({ text: title, bold: true, color: '1F3A4D' })],
  })

const docxEntry = (title: string, place: string, years: string) => [
  new Paragraph({
    // In twips: the right edge of the text on A4 with margins of one inch.
    tabStops: [{ type: TabStopType.RIGHT, position: 9026 }],
    children: [new TextRun({ text: title, bold: true }), new TextRun(`\t${years}`)],
  }),
  new Paragraph({ text: place }),
]

function drawDocx(curriculum: Curriculum, fileTitle: string): Promise<Buffer> {
  const document = new Document({
    title: fileTitle,
    creator: curriculum.name,
    styles: { default: { document: { run: { font: 'Calibri', size: 22 } } } },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 } } },
        children: [
          new Paragraph({
            heading: HeadingLevel.HEADING_1,
            children: [new TextRun({ text: curriculum.name, bold: true, size: 44 })],
          }),
          new Paragraph({ text: curriculum.contact.join('  ·  ') }),
          docxSection('Profile'),
          new Paragraph({ text: curriculum.profile }),
          docxSection('Experience'),
          ...curriculum.posts.flatMap((post) => [
            ...docxEntry(post.title, post.employer, post.years),
            ...post.duties.map((duty) => new Paragraph({ text: duty, bullet: { level: 0 } })),
          ]),
          docxSection('Education'),
          ...curriculum.education.flatMap(({ title, school, years }) =>
            docxEntry(title, school, years),
          ),
          docxSection('Languages'),
          new Paragraph({ text: curriculum.languages }),
          docxSection('Interests'),
          new Paragraph({ text: curriculum.interests }),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}

/** The CV as DOCX for applicants whose CV is a DOCX, otherwise as PDF. */
export async function makeCv(applicant: DemoApplicant, jobTitle: string): Promise<Buffer> {
  const curriculum = curriculumOf(applicant)
  const fileTitle = `CV ${curriculum.name}, ${jobTitle}`
  return applicant.cv === 'docx'
    ? drawDocx(curriculum, fileTitle)
    : drawPdf(curriculum, fileTitle, applicant.created_at)
}
