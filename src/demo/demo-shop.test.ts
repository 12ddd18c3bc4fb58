// The demo's jobs must satisfy the product's rules and show a variety of jobs.
import { describe, expect, it } from 'vitest'
import { PASSWORD, emailAddress } from '#domain/accounts/accounts.ts'
import { noFacts } from '#domain/jobs/job-facts.ts'
import { jobPosting } from '#domain/jobs/job-posting.ts'
import {
  noRequirements,
  jobInput,
  publicPay,
  publicPlace,
  responsibilitiesOf,
} from '#domain/jobs/jobs.ts'
import { missingFields, rulesFor } from '#domain/jobs/posting-rules.ts'
import { organizationInput, slugOf } from '#domain/organizations/organizations.ts'
import { profileInput } from '#domain/organizations/profile.ts'
import { demoJobs, demoOrganization, demoOwner, demoProfile, demoStaff } from './demo-shop.ts'

describe('the demo shop', () => {
  it('has a name and people the product accepts', () => {
    expect(organizationInput.parse(demoOrganization)).toEqual({ name: demoOrganization.name })
    expect(slugOf(demoOrganization.name)).toBe(demoOrganization.slug)
    for (const person of [demoOwner, demoStaff]) {
      expect(emailAddress.parse(person.email)).toBe(person.email)
      expect(person.password.length).toBeGreaterThanOrEqual(PASSWORD.min)
    }
    expect(demoOwner.email).not.toBe(demoStaff.email)
    const { about, benefits } = profileInput.parse(demoProfile)
    expect({ about, benefits }).toEqual({
      about: demoProfile.about,
      benefits: demoProfile.benefits,
    })
  })

  // shows: interface-19
  it.each(demoJobs)('describes the job $title well', ({ daysAgo, closesIn, ...job }) => {
    expect(jobInput.parse(job)).toEqual(job)
    expect(job.description.length).toBeGreaterThanOrEqual(250)
    expect(job.description.length).toBeLessThanOrEqual(450)
    expect(daysAgo).toBeGreaterThan(0)
    expect(closesIn).toBeGreaterThan(0)
  })

  it.each(demoJobs)('search engines miss nothing of the job $title', (job) => {
    const whole = { ...noFacts, ...job, created_at: '2026-11-01', closes_on: '2026-12-31' }
    expect(missingFields(whole)).toEqual([])
    const shop = { name: demoOrganization.name, logoUrl: null }
    const posting = jobPosting({ ...whole, closes_at: '2027-01-01T00:00:00Z' }, { shop, url: '/' })
    const absent = rulesFor(whole).filter(
      ({ path }) =>
        path
          .split('.')
          .reduce<unknown>((data, name) => (data as Record<string, unknown>)[name], posting) ===
        undefined,
    )
    expect(absent).toEqual([])
    // The words and the figures say the same.
    expect(publicPay(whole)).toBe(job.salary_range)
    expect(publicPlace(whole)).toBe(job.location ?? 'Remote')
  })

  it('shows the cases a screen has to bear', () => {
    expect(demoJobs).toHaveLength(8)
    expect(new Set(demoJobs.map((job) => job.title)).size).toBe(8)
    expect(demoJobs.filter((job) => !job.is_active)).toHaveLength(1)
    expect(demoJobs.filter((job) => job.location === null)).toHaveLength(1)
    const plain = demoJobs.filter((job) => job.requirements === '')
    expect(plain.map((job) => responsibilitiesOf(job.requirements))).toEqual([[noRequirements()]])
    expect(demoJobs.some((job) => job.requirements.split('\n').length > 4)).toBe(true)
    expect(new Set(demoJobs.map((job) => job.employment_type)).size).toBe(4)
  })
})
