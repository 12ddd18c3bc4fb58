import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { JobPostRow } from '#domain/jobs.ts'
import { answer, owner, refuse, showDashboard } from '../test-dashboard.tsx'

const job: JobPostRow = {
  id: '7b1e9a34-0c1d-4b58-8a1f-52f0c2d9e111',
  title: 'Packing Lead',
  description: 'Plan the day for a team of five.',
  requirements: '',
  benefits: '',
  location: null,
  employment_type: 'full-time',
  salary_range: null,
  experience_level: 'mid-level',
  is_active: true,
  organization_id: 'o1',
  created_by: 'u1',
  created_at: '2026-08-02T09:00:00Z',
  applicants_count: 7,
}
const jobs = { 'GET /api/jobs': answer({ jobs: [job] }) }

const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

it('creates only with a title and a description, and keeps what was typed when refused', async () => {
  const { requests } = showDashboard(
    '/admin/jobs?job=new',
    { ...jobs, 'POST /api/jobs': refuse('server.unavailable', 503) },
    owner,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Create Job Post' })
  const submit = () => within(dialog).getByRole('button', { name: 'Create Job Post' })
  expect(isOff(submit())).toBe(true)
  write('Job Title', 'Tea Taster')
  expect(isOff(submit())).toBe(true)
  write('Description', '   ')
  expect(isOff(submit())).toBe(true)
  write('Description', 'Taste up to forty samples a day.')
  expect(isOff(submit())).toBe(false)

  fireEvent.click(submit())
  expect(await screen.findByText('Failed to create job post.')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Job Title' })
  expect(title.value).toBe('Tea Taster')
})

it('sends the defaults with a new post and closes', async () => {
  const { requests, router } = showDashboard(
    '/admin/jobs?job=new',
    { ...jobs, 'POST /api/jobs': answer({ ...job, id: 'new-one-1', title: 'Tea Taster' }, 201) },
    owner,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Create Job Post' })
  write('Job Title', ' Tea Taster ')
  write('Description', 'Taste.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create Job Post' }))
  expect(await screen.findByText('Job post created!')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    title: 'Tea Taster',
    description: 'Taste.',
    requirements: '',
    benefits: '',
    location: null,
    salary_range: null,
    employment_type: 'full-time',
    experience_level: 'mid-level',
    is_active: true,
  })
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

it('sends only what an edit changes', async () => {
  const { requests } = showDashboard(
    `/admin/jobs?job=${job.id}`,
    { ...jobs, [`PATCH /api/jobs/${job.id}`]: answer({ ...job, location: 'Leeds' }) },
    owner,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Edit Job Post' })
  expect(within(dialog).getByText('Update the job post details below.')).toBeTruthy()
  write('Location', 'Leeds')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ location: 'Leeds' }),
  )
})

it('asks before deleting, and says how many applicants stay', async () => {
  showDashboard('/admin/jobs', jobs, owner)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Packing Lead' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(
    'Are you sure you want to delete "Packing Lead"? This action cannot be undone.',
  )
  expect(question.textContent).toContain('7 applicants keep their place in the list')
})

it('shows staff no way to create', async () => {
  const staff = owner.profile
    ? { ...owner, profile: { ...owner.profile, role: 'staff' as const } }
    : owner
  showDashboard('/admin/jobs?job=new', jobs, staff)
  await screen.findByText('Packing Lead')
  expect(screen.queryByRole('button', { name: 'Create Job Post' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
