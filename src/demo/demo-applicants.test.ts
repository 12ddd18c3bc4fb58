// The history of the demo's applicants must be one that the product allows.
import { describe, expect, it } from 'vitest'
import { applicantStatuses, canMove } from '#domain/applicants/applicants.ts'
import { applicationInput } from '#domain/applicants/application-input.ts'
import { emailAddress } from '#domain/accounts/accounts.ts'
import { demoApplicants } from './demo-applicants.ts'
import { demoJobs } from './demo-shop.ts'

const now = new Date('2026-11-18T14:20:00Z')
const applicants = demoApplicants(now)
const daysBefore = (date: Date) => (now.getTime() - date.getTime()) / 86_400_000

describe('the demo applicants', () => {
  // shows: interface-19
  it('are about 120 different people in every status', () => {
    expect(applicants.length).toBeGreaterThanOrEqual(115)
    expect(applicants.length).toBeLessThanOrEqual(125)
    const distinct = (of: (applicant: (typeof applicants)[number]) => unknown) =>
      new Set(applicants.map(of)).size
    expect(distinct(({ email }) => email)).toBe(applicants.length)
    expect(distinct(({ firstName, lastName }) => `${firstName} ${lastName}`)).toBe(
      applicants.length,
    )
    for (const status of applicantStatuses) {
      expect(applicants.filter((one) => one.status === status).length).toBeGreaterThanOrEqual(5)
    }
    const waiting = applicants.filter(({ status }) => status === 'applied')
    expect(waiting).toHaveLength(25)
    for (const [index] of demoJobs.entries()) {
      expect(applicants.filter(({ jobIndex }) => jobIndex === index).length).toBeGreaterThan(2)
    }
  })

  it('filled the form as the form allows', () => {
    for (const applicant of applicants) {
      const { firstName, lastName, phone, linkedinUrl, websiteUrl } = applicant
      const { coverLetter, additionalInfo, experienceYears } = applicant
      const form = { firstName, lastName, phone, linkedinUrl, websiteUrl }
      const typed = { ...form, coverLetter, additionalInfo, experienceYears }
      expect(applicationInput.parse(typed)).toEqual(typed)
      expect(emailAddress.parse(applicant.email)).toBe(applicant.email)
      expect(applicant.email).toMatch(/^[a-z0-9._]+@example\.(com|org|net)$/)
      expect(phone ?? '07700 900000').toMatch(/^(07|\+44 7)700 900\d{3}$/)
    }
    const phones = applicants.flatMap(({ phone }) => (phone ? [phone.slice(-3)] : []))
    expect(new Set(phones).size).toBe(phones.length)
  })

  it('came within 90 days, newest first, after their job was posted', () => {
    const times = applicants.map(({ created_at }) => created_at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    for (const { created_at, jobIndex } of applicants) {
      expect(daysBefore(created_at)).toBeGreaterThan(0)
      expect(daysBefore(created_at)).toBeLessThan(90)
      expect(daysBefore(created_at)).toBeLessThan(demoJobs[jobIndex]!.daysAgo)
    }
    const within = (days: number) =>
      applicants.filter(({ created_at }) => daysBefore(created_at) < days).length
    expect(within(0.5)).toBeGreaterThanOrEqual(4)
    expect(within(30)).toBeGreaterThan(applicants.length / 2)
    expect(within(60)).toBeLessThan(applicants.length)
  })

  it.each(['2026-11-18T14:20:00Z', '2027-03-28T00:03:00Z', '2028-02-29T23:59:59Z'])(
    'have a history the rules allow, seen from %s',
    (instant) => {
      const seen = new Date(instant)
      for (const { history, status, created_at } of demoApplicants(seen)) {
        expect(history[0]).toEqual({ from: null, to: 'applied', at: created_at })
        expect(history.at(-1)!.to).toBe(status)
        for (const [step, { from, to, at }] of history.entries()) {
          expect(at.getTime()).toBeLessThanOrEqual(seen.getTime())
          if (step === 0) continue
          const before = history[step - 1]!
          expect(from).toBe(before.to)
          expect(canMove(before.to, to)).toBe(true)
          expect(at.getTime()).toBeGreaterThan(before.at.getTime())
        }
      }
    },
  )

  it('do not repeat each other', () => {
    const letters = applicants.flatMap(({ coverLetter }) => (coverLetter ? [coverLetter] : []))
    expect(letters.length).toBeGreaterThan(applicants.length * 0.8)
    expect(new Set(letters).size).toBe(letters.length)
    for (const letter of letters) {
      expect(letter).not.toMatch(/[{}]|undefined/)
      expect(letter.match(/[.!?](?= |$)/g)!.length).toBeLessThanOrEqual(5)
    }
  })

  it('sent a CV in about 85 of 100 cases', () => {
    const share = applicants.filter(({ cv }) => cv !== null).length / applicants.length
    expect(share).toBeGreaterThan(0.78)
    expect(share).toBeLessThan(0.92)
    expect(new Set(applicants.map(({ cv }) => cv))).toEqual(new Set(['pdf', 'docx', null]))
  })

  it('are the same for the same moment, and move with it', () => {
    expect(demoApplicants(new Date(now))).toEqual(applicants)
    const later = demoApplicants(new Date(now.getTime() + 86_400_000))
    expect(later.map(({ email }) => email).toSorted()).toEqual(
      applicants.map(({ email }) => email).toSorted(),
    )
  })
})
