// What one applicant of the demo writes into a CV.
import type { DemoApplicant } from './demo-applicants.ts'
import { careers, levels, pastimes, schools, towns } from './demo-careers.ts'
import { seededRandom, shuffled, shuffledCycle } from './seeded-random.ts'

type Post = { title: string; employer: string; years: string; duties: string[] }
export type Curriculum = {
  name: string
  contact: string[]
  profile: string
  posts: Post[]
  education: { title: string; school: string; years: string }[]
  languages: string
  interests: string
}

export function seedOf(text: string): number {
  let seed = 7
  for (const letter of text) seed = (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return seed
}

/** Splits years of work into one to three consecutive jobs. */
function spansOf(years: number, random: () => number): number[] {
  const posts = years <= 2 ? 1 : years <= 7 ? 2 : 3
  const spans = Array.from({ length: posts }, () => 1)
  for (let left = years - posts; left > 0; left -= 1) {
    const place = Math.floor(random() * posts)
    spans[place] = (spans[place] ?? 0) + 1
  }
  return spans
}

export function curriculumOf(applicant: DemoApplicant): Curriculum {
  const random = seededRandom(seedOf(applicant.email))
  const career = careers[applicant.jobIndex] ?? careers[0]
  if (!career) throw new Error('There are no careers to write about.')
  const years = applicant.experienceYears ?? career.usualYears
  const thisYear = applicant.created_at.getUTCFullYear()
  const nextEmployer = shuffledCycle(career.employers, random)
  const nextDuty = shuffledCycle(career.duties, random)
  const spans = years === 0 ? [] : spansOf(years, random)
  let until = thisYear
  const posts = spans.map((span, place): Post => {
    const since = until - span
    const post = {
      title: career.titles[place + career.titles.length - spans.length] ?? '',
      employer: nextEmployer(),
      years: `${since} – ${place === 0 ? 'present' : until}`,
      duties: Array.from({ length: place === 0 ? 3 : 2 }, () => nextDuty()),
    }
    until = since
    return post
  })
  if (posts.length === 0) {
    posts.push({
      title: 'Volunteer',
      employer: 'Community Repair Café',
      years: String(thisYear),
      duties: ['Welcomed visitors and kept the list of repairs', 'Set up and cleared away'],
    })
  }
  const finished = until - (chanceOfGap(random) ? 1 : 0)
  const [title, school] = schools[Math.floor(random() * schools.length)] ?? schools[0]
  const level = levels[Math.floor(random() * levels.length)] ?? levels[0]
  return {
    name: `${applicant.firstName} ${applicant.lastName}`,
    contact: [
      applicant.email,
      ...(applicant.phone ? [applicant.phone] : []),
      shuffled(towns, random)[0] ?? '',
      ...(applicant.websiteUrl ? [new URL(applicant.websiteUrl).host] : []),
    ],
    profile: career.profile,
    posts,
    education: [
      { title, school, years: `${finished - (title.startsWith('BA') ? 3 : 2)} – ${finished}` },
    ],
    languages:
      applicant.language === 'English'
        ? 'English'
        : `English (fluent), ${applicant.language} (${level})`,
    interests: pastimes[Math.floor(random() * pastimes.length)] ?? '',
  }
}

const chanceOfGap = (random: () => number): boolean => random() < 0.3
