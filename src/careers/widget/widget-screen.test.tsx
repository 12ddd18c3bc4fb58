// The widget's steps: the texts of docs/specification.md §2.4 and the accessible names of every control.
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerFields } from '#domain/applicants/application-fields.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import { ApplicationPage } from '../application/application-page.tsx'
import * as sample from '#test/screens/careers-views.ts'
import { WidgetScreen } from './widget-screen.tsx'

const title = sample.sampleJob.title
const button = (name: string) => screen.getByRole('button', { name })
const heading = (name: string) => screen.getByRole('heading', { level: 1, name })

// shows: 2-48, 2-51
test('list, full', () => {
  render(<WidgetScreen view={sample.listView()} />)
  heading('Career Opportunities')
  screen.getByText('Join our team and help us create amazing experiences!')
  expect(screen.getAllByRole('article')).toHaveLength(20)
  const card = screen.getByRole('article', { name: title })
  const article = within(card)
  article.getByRole('button', { name: `Apply Now: ${title}` })
  expect(card.querySelector('.facts')?.textContent).toBe('Leeds · Part-time · Mid-level')
  article.getByText('+ 1 more...')
  article.getByText('Read more')
  screen.getByRole('link', { name: 'Powered by Storehand' })
})

// shows: 2-49
test('list, empty and unbranded', () => {
  render(<WidgetScreen view={sample.listView({ powered: 'false' }, [])} />)
  screen.getByText('Currently no open positions available.')
  expect(screen.queryByRole('link')).toBeNull()
})

// shows: 2-46, 2-47
test('list, widget and button', () => {
  const { rerender } = render(<WidgetScreen view={sample.listView({ style: 'widget' })} />)
  heading('Join Our Team')
  screen.getByText("We're hiring for multiple positions!")
  expect(screen.getAllByRole('article')).toHaveLength(2)
  button(`Apply: ${title}`)
  button('View All Opportunities')
  rerender(<WidgetScreen view={sample.listView({ style: 'button' })} />)
  button('View Career Opportunities')
})

// shows: 2-61
test('consent, as a page', () => {
  render(<WidgetScreen view={sample.consentView()} />)
  heading('Data Processing Consent')
  screen.getByText(`To process your application for ${title}, we need to:`)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'verify your email address',
    'store your application securely',
    'process your application information',
  ])
  const name = 'I consent to the processing of my personal data as described above.'
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name })).toMatchObject({
    checked: false,
    required: true,
  })
  button('Cancel')
  button('Continue')
})

// shows: 2-63, 2-64
test('email', () => {
  const error = 'Please enter a valid email address and ensure a job is selected.'
  render(<WidgetScreen view={sample.emailView({ email: 'maya@', error })} />)
  heading('Email Verification Required')
  screen.getByText('Enter your email to verify and continue with your application')
  screen.getByText('Verify Your Email Address')
  const headings = screen.getAllByRole('heading').map((each) => each.textContent)
  expect(headings).toEqual(['Email Verification Required', 'There is a problem'])
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email', description: error })
  expect(email.value).toBe('maya@')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  const link = within(screen.getByRole('alert')).getByRole('link', { name: error })
  expect(link.getAttribute('href')).toBe(`#${email.id}`)
  button('Send Verification Email')
  button('Back to Jobs')
})

// shows: 2-65, 2-66
test('sent', () => {
  render(<WidgetScreen view={sample.sentView()} />)
  heading('Verification Email Sent!')
  screen.getByText('Check your inbox and click the verification link to continue.')
  screen.getByText(sample.sampleEmail)
  screen.getByText("Can't find it? Check your spam folder.")
  const code = screen.getByRole('textbox', {
    name: 'Verification code',
    description: 'Or enter the 6-digit code from the email',
  })
  expect(code.getAttribute('inputmode')).toBe('numeric')
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  button('Verify code')
  button('Back to Jobs')
  button('Send Again')
  screen.getByText('You can ask for another email in 60 seconds.')
})

test.each([
  [0, 'You can ask for another email now.'],
  [1, 'You can ask for another email in 1 second.'],
  [90, 'You can ask for another email in 90 seconds.'],
  [91, 'You can ask for another email in 2 minutes.'],
  [2401, 'You can ask for another email in 41 minutes.'],
  [5401, 'You can ask for another email in 2 hours.'],
])('sent, with %i seconds to wait', (nextMailSeconds, sentence) => {
  render(<WidgetScreen view={sample.sentView({ nextMailSeconds })} />)
  screen.getByText(sentence)
})

test('sent, once no code is taken any more', () => {
  const error = 'Too many wrong codes. Ask for a new email, or open the link in the one you have.'
  const view = sample.sentView({ error, isSpent: true })
  const { container } = render(<WidgetScreen view={view} />)
  expect(screen.getByRole('alert').textContent).toContain(error)
  expect(screen.queryByRole('textbox')).toBeNull()
  button('Send New Email')
  const form = container.querySelector<HTMLFormElement>('form[method=post]')!
  expect(form.getAttribute('action')).toContain('step=email')
  expect(Object.fromEntries(new FormData(form))).toEqual({
    roleId: sample.sampleJob.id,
    consent: 'yes',
    email: sample.sampleEmail,
    spent: 'yes',
  })
  // A minute has to pass between two mails: it is said, and nothing is asked for in vain.
  expect(button('Send New Email').getAttribute('aria-disabled')).toBe('true')
  expect(fireEvent.submit(form)).toBe(false)
  screen.getByText('You can ask for another email in 60 seconds.')
})

test('apply, where there is nothing to fill in', () => {
  const jobsHref = '/embed?org=tiny'
  const stopped = (
    given: { why: 'applied'; on: string; ownPageHref: string } | { why: 'closed' },
  ) => sample.applyView({ stopped: { ...given, jobsHref } })
  const { container, rerender } = render(
    <WidgetScreen
      view={stopped({ why: 'applied', on: '12 November 2026', ownPageHref: '/me/token' })}
    />,
  )
  heading('You have already applied')
  screen.getByText(/^Tiny Tea Shop received your application for .* on 12 November 2026\./)
  expect(screen.getByRole('link', { name: 'See your application' })).toHaveProperty(
    'target',
    '_blank',
  )
  rerender(<WidgetScreen view={stopped({ why: 'closed' })} />)
  heading('This position is no longer open')
  button('See other jobs')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(Object.fromEntries(new FormData(container.querySelector('form')!))).toEqual({
    org: 'tiny',
  })
})

// shows: 2-67, 2-68
test('apply', () => {
  const { container } = render(<WidgetScreen view={sample.applyView()} />)
  heading(`Apply for ${title}`)
  screen.getByText('Application Form')
  screen.getByText('Please fill out your application details')
  expect(screen.getAllByRole('heading')).toHaveLength(1)
  for (const name of ['First Name', 'Last Name', 'Phone', 'LinkedIn URL']) {
    screen.getByRole('textbox', { name })
  }
  expect(screen.getByRole('textbox', { name: 'Why are you interested?' })).toHaveProperty('rows', 4)
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty('readOnly', true)
  expect(screen.getByLabelText('CV')).toHaveProperty('type', 'file')
  button('Submit Application')
  button('Back')
  // The server reads the token before it accepts a byte of the file.
  const names = [...new FormData(container.querySelector('form[method=post]') as HTMLFormElement)]
  expect(names.at(0)?.[0]).toBe('token')
  expect(names.at(-1)?.[0]).toBe('cvFile')
  // The same fields as on the application page: the rest is folded away.
  expect(names.map(([name]) => name)).toEqual(expect.arrayContaining([...answerFields]))
})

// shows: 2-123
test('the fields under Add more open for a value and for an error, and stay open when it is mended', () => {
  const box = (given: Parameters<typeof sample.applyView>[0]) => {
    const { container, rerender } = render(<WidgetScreen view={sample.applyView(given)} />)
    const details = container.querySelector('details')
    return { details, show: (view: WidgetView) => rerender(<WidgetScreen view={view} />) }
  }
  expect(box({}).details?.open).toBe(false)
  expect(box({ values: { coverLetter: 'Tea.' } }).details?.open).toBe(false)
  expect(box({ values: { websiteUrl: 'https://example.com' } }).details?.open).toBe(true)
  const { details, show } = box({})
  show(sample.applyView({ errors: { experienceYears: 'No.' } }))
  expect(details?.open).toBe(true)
  show(sample.applyView())
  expect(details?.open).toBe(true)
})

// shows: 8-29, 8-30
test('done', () => {
  const { rerender } = render(<WidgetScreen view={sample.doneView()} />)
  heading('Application Submitted!')
  screen.getByText('Application submitted successfully! We will contact you soon.')
  screen.getByText(/^Tiny Tea Shop now has your application for .* deleted after 6 months\.$/)
  button('Back to Jobs')
  // Only what was queued is called sent.
  expect(screen.queryByText(/emailed/)).toBeNull()
  rerender(<WidgetScreen view={sample.doneView({ mailFrom: 'Tiny Tea Shop via Storehand' })} />)
  screen.getByText('We have emailed you a copy. It comes from Tiny Tea Shop via Storehand.')
})

test('an empty name is one problem at two fields', () => {
  const text = 'First name and last name are required'
  const errors = { firstName: text, lastName: text, cvFile: 'Too large.' }
  render(<WidgetScreen view={sample.applyView({ errors })} />)
  const links = within(screen.getByRole('alert')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#firstName', '#cvFile'])
  for (const name of ['First Name', 'Last Name']) {
    screen.getByRole('textbox', { name, description: text })
  }
})

// shows: 2-45
test('the application page', () => {
  const { container } = render(<ApplicationPage view={sample.formView()} />)
  heading(title)
  screen.getByRole('region', { name: 'Your Information' })
  screen.getByRole('form', { name: 'Additional Information' })
  screen.getByRole('spinbutton', { name: 'Years of Experience' })
  for (const name of ['Website URL', 'Cover Letter', 'Additional Information']) {
    screen.getByRole('textbox', { name })
  }
  button('Back')
  // It is the shop's page: its name leads to its jobs, and nothing of it is for staff.
  const head = within(screen.getByRole('banner'))
  const home = head.getByRole('link', { name: 'Tiny Tea Shop' })
  expect(home.getAttribute('href')).toBe('/embed?shop=tiny')
  expect(head.getAllByRole('link')).toEqual([home])
  expect(head.queryByRole('button')).toBeNull()
  const foot = within(screen.getByRole('contentinfo'))
  expect(foot.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Your application',
    'Privacy Policy',
    'Terms of Service',
    'Powered by Storehand',
  ])
  const names = [...new FormData(container.querySelector('form[method=post]') as HTMLFormElement)]
  expect(names.map(([name]) => name)).toEqual([
    'token',
    'firstName',
    'lastName',
    'phone',
    'linkedinUrl',
    'coverLetter',
    'experienceYears',
    'websiteUrl',
    'additionalInfo',
    'cvId',
    'cvFile',
  ])
})

test('the application page does not leave its form while there is no connection', () => {
  const connected = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<ApplicationPage view={sample.formView()} />)
  const form = screen.getByRole('form', { name: 'Additional Information' })
  // The answer is false where the browser's own sending was prevented.
  expect(fireEvent.submit(form)).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  screen.getByText(
    'Failed to Submit Application: There is no connection. What you typed is still here.',
  )
  const asked = vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {})
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(asked.mock.contexts).toEqual([form])
  connected.mockReturnValue(true)
  expect(fireEvent.submit(form)).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(fireEvent.submit(form)).toBe(false)
  vi.restoreAllMocks()
})
