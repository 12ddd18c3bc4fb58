// The demo's CV files must be accepted by the product as uploads.
import { fileTypeFromBuffer } from 'file-type'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type DemoApplicant, demoApplicants } from './demo-applicants.ts'
import { inStandardLetters, makeCv } from './demo-cvs.ts'
import { demoJobs } from './demo-shop.ts'

const applicants = demoApplicants(new Date('2026-11-18T14:20:00Z'))
const cvOf = (applicant: DemoApplicant) => makeCv(applicant, demoJobs[applicant.jobIndex]!.title)
const senders = (kind: 'pdf' | 'docx') => applicants.filter(({ cv }) => cv === kind)

describe('the demo CVs', () => {
  it('are PDFs of one small page', async () => {
    for (const applicant of senders('pdf')) {
      const file = await cvOf(applicant)
      const source = file.toString('latin1')
      expect(source.startsWith('%PDF-')).toBe(true)
      expect(source.match(/\/Type \/Page\b/g)).toHaveLength(1)
      expect(source).toContain('/FlateDecode')
      expect(source.trimEnd().endsWith('%%EOF')).toBe(true)
      expect(file.length).toBeLessThan(5000)
    }
  })

  it('are documents with every letter of the name', async () => {
    for (const applicant of senders('docx')) {
      const file = await cvOf(applicant)
      expect((await fileTypeFromBuffer(file))?.ext).toBe('docx')
      const words = new TextDecoder().decode(unzipSync(file)['word/document.xml'])
      expect(words).toContain(applicant.firstName)
      expect(words).toContain(applicant.email)
    }
  })

  it('are the same PDF each time', async () => {
    const [applicant] = senders('pdf')
    expect(await cvOf(applicant!)).toEqual(await cvOf(applicant!))
  })

  it('list no duty twice', async () => {
    const applicant = { ...applicants[0]!, cv: 'docx' as const, experienceYears: 12 }
    for (const jobIndex of demoJobs.keys()) {
      const file = await cvOf({ ...applicant, jobIndex })
      const words = new TextDecoder().decode(unzipSync(file)['word/document.xml'])
      const duties = words.split('</w:p>').flatMap((part) => {
        return part.includes('<w:numPr>') ? [part.replace(/<[^>]*>/g, '')] : []
      })
      expect(duties.length).toBeGreaterThan(2)
      if (demoJobs[jobIndex]!.employment_type === 'intern') continue
      expect(new Set(duties).size).toBe(duties.length)
    }
  })

  it('have years that fit the years of experience', async () => {
    const applicant = { ...applicants[0]!, cv: 'docx' as const, experienceYears: 9 }
    const file = await cvOf(applicant)
    const words = new TextDecoder().decode(unzipSync(file)['word/document.xml'])
    const year = applicant.created_at.getUTCFullYear()
    expect(words).toContain('– present')
    expect(words).toContain(`${year - 9} – `)
    expect(words).not.toContain(`>${year - 10} – present`)
  })

  it.each([
    ['Łukasz Wójcik', 'Lukasz Wójcik'],
    ['Nguyễn Thị Hương', 'Nguyên Thi Huong'],
    ['Đặng Çağlar', 'Dang Çaglar'],
    ['Guðrún Þorsteinsdóttir', 'Guðrún Þorsteinsdóttir'],
    ['Siobhán O’Neill – 漢', 'Siobhán O’Neill – ?'],
  ])('spell "%s" as "%s" in standard fonts', (name, spelt) => {
    expect(inStandardLetters(name)).toBe(spelt)
  })

  it('can spell every name in the cast', () => {
    const spelt = applicants.map(({ firstName, lastName }) =>
      inStandardLetters(firstName + lastName),
    )
    expect(spelt.filter((name) => name.includes('?'))).toEqual([])
  })
})
