// The notes beside a CV before it is opened, and the ways to open it.
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Applicant } from '#domain/applicants/applicant-profile.ts'
import type { CvCheck } from '#domain/cvs/cvs.ts'
import { createQueryClient } from '../../queries.ts'
import { maya } from '#test/screens/dashboard.tsx'
import { CvPart } from './cv-part.tsx'

const { has_cv: _, ...shared } = maya
const applicantWith = (cvUrl: string): Applicant => ({
  ...shared,
  phone: null,
  experience_years: 2,
  linkedin_url: null,
  website_url: null,
  cover_letter: null,
  additional_info: null,
  cv_url: cvUrl,
  cv_name: 'Maya',
  cv_size: 20_480,
  language: null,
  no_contact_at: null,
  keep_asked_at: null,
  kept_at: null,
  keep_question: null,
  updated_at: maya.created_at,
})
const harmless: CvCheck = { state: 'checked', active_content: [], scan: 'none', malware: null }

/** What jsdom lacks: without a layout nothing is seen, or everything. */
class Observer {
  observe(): void {}
  disconnect(): void {}
}
class SeenObserver extends Observer {
  private readonly report: (entries: { isIntersecting: boolean }[]) => void
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    super()
    this.report = report
  }
  override observe(): void {
    this.report([{ isIntersecting: true }])
  }
}

/** Answers what was asked of the server. */
function show(check: Partial<CvCheck>, { cvUrl = 'cvs/1.pdf', isSeen = false } = {}): string[] {
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('IntersectionObserver', isSeen ? SeenObserver : Observer)
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address.split('?')[0] ?? '')
    return Promise.resolve(Response.json({ state: 'waiting' }))
  })
  vi.spyOn(window, 'open').mockImplementation(() => null)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CvPart
        applicant={applicantWith(cvUrl)}
        check={{ ...harmless, ...check }}
        isWhole={false}
        onWhole={() => undefined}
      />
    </QueryClientProvider>,
  )
  return asked
}
/** The ways to the file itself. */
const ways = () =>
  screen
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((name) => name !== 'Show as text')

it('a harmless file opens at once', () => {
  show({})
  expect(ways()).toEqual(['View CV'])
  expect(screen.getByRole('status').textContent).toBe('')
})

it.each<[Partial<CvCheck>, string, string]>([
  [
    { active_content: ['script', 'embedded-file'] },
    'cvs/1.pdf',
    'This file contains a script and another file. Read it as pictures or as text; download it only if you trust the sender.',
  ],
  [
    { active_content: ['macro', 'dde', 'unreadable'] },
    'cvs/1.doc',
    'This file contains a macro and a command for another program. This file could not be checked: it is damaged or too complex. Read it as text; download it only if you trust the sender.',
  ],
])(
  'a file with %j is read here, and downloaded by those who say so twice',
  (check, cvUrl, text) => {
    const asked = show(check, { cvUrl })
    expect(screen.getByRole('status').textContent).toBe(text)
    expect(ways()).toEqual(['Download…'])
    // Nothing is opened before it is looked at.
    expect(asked).toEqual([])

    fireEvent.click(screen.getByRole('button', { name: 'Download…' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Download this CV?' }))
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(window.open).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Download…' }))
    fireEvent.click(screen.getByRole('button', { name: 'Download' }))
    expect(window.open).toHaveBeenCalledTimes(1)
  },
)

it.each<[Partial<CvCheck>, string]>([
  [{ scan: 'none' }, 'This file is being checked. Until then it can be read as text only.'],
  [
    { scan: 'waiting' },
    'This file waits for the virus scanner. Until then it can be read as text only.',
  ],
])('a file that waits (%j) is read as text only', async (check, text) => {
  const asked = show({ state: 'waiting', ...check }, { isSeen: true })
  expect(screen.getByText(text)).toBeTruthy()
  expect(ways()).toEqual([])
  await vi.waitFor(() => expect(asked).toEqual([`/api/applicants/${maya.id}/cv-text`]))
})

it('of a PDF with something in it the text is shown first, its pages to those who ask', async () => {
  const asked = show({ active_content: ['script'] }, { isSeen: true })
  const toggle = await screen.findByRole('button', { name: 'Show as text' })
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(asked).toEqual([`/api/applicants/${maya.id}/cv-text`]))
})

// shows: 7-108
it('an infected file is neither shown nor given', () => {
  const infected = { state: 'infected', scan: 'infected', malware: 'Eicar-Test-Signature' } as const
  const asked = show(infected, { isSeen: true })
  expect(screen.getByRole('status').textContent).toBe(
    'This CV contains malware (Eicar-Test-Signature), so it cannot be opened.',
  )
  expect(ways()).toEqual([])
  expect(asked).toEqual([])
})
