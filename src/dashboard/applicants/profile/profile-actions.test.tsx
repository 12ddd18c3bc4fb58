import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Applicant } from '#domain/applicants/applicant-profile.ts'
import {
  answer,
  counts,
  maya,
  owner,
  refuse,
  showDashboard,
  type Server,
} from '#test/screens/dashboard.tsx'

const { has_cv: _, ...shared } = maya
const applicant: Applicant = {
  ...shared,
  phone: null,
  experience_years: 2,
  linkedin_url: null,
  website_url: null,
  cover_letter: null,
  additional_info: null,
  cv_url: 'cvs/1.pdf',
  cv_name: 'Okafor-CV.pdf',
  cv_size: 20_480,
  language: null,
  no_contact_at: null,
  keep_asked_at: null,
  kept_at: null,
  keep_question: null,
  updated_at: maya.created_at,
}
const api = `/api/applicants/${maya.id}`

/** What the server says about the person by now. */
const read = (values: Partial<Applicant> = {}) =>
  Response.json({
    applicant: { ...applicant, ...values },
    history: [],
    notes: [],
    timeline: [],
    others: [],
    cv: { state: 'checked', active_content: [], scan: 'none', malware: null },
    customer: null,
  })

const show = (server: Server = {}) =>
  showDashboard(
    `/admin/applicants?tab=all&applicant=${maya.id}`,
    {
      'GET /api/applicants': answer({ applicants: [maya], next_cursor: null, read_at: '' }),
      'GET /api/applicants/counts': answer(counts({ applied: 1, all: 1 })),
      [`GET ${api}`]: () => read(),
      [`GET ${api}/customer`]: answer({ connected: false }),
      ...server,
    },
    owner,
  )
const panel = async () => within(await screen.findByRole('dialog', { name: 'Maya Okafor' }))
const press = async (name: string) =>
  fireEvent.click(await (await panel()).findByRole('button', { name }))

describe('the mark as contacted', () => {
  // shows: 2-97
  it('is set and taken away by one button, which says what it would do', async () => {
    let contacted = false
    const { requests } = show({
      [`GET ${api}`]: () => read({ contacted }),
      [`PATCH ${api}/contacted`]: ({ body }) => {
        ;({ contacted } = body as { contacted: boolean })
        return Response.json({ ...maya, contacted })
      },
    })
    const mark = await (await panel()).findByRole('button', { name: 'Mark as contacted' })
    // The act is what stands on it, on phones too: 'Contacted' would say that it is done.
    expect(mark.textContent).toBe('Mark as contacted')
    await press('Mark as contacted')
    await press('Mark as not contacted')
    await (await panel()).findByRole('button', { name: 'Mark as contacted' })
    await waitFor(() =>
      expect(
        requests.filter(({ method }) => method === 'PATCH').map(({ path, body }) => [path, body]),
      ).toEqual([
        [`${api}/contacted`, { contacted: true }],
        [`${api}/contacted`, { contacted: false }],
      ]),
    )
  })

  // shows: 8-14
  it('shows the old mark again with the sentence of the specification when it fails', async () => {
    show({ [`PATCH ${api}/contacted`]: refuse('server.unavailable', 503) })
    await press('Mark as contacted')
    expect(await screen.findByText('Failed to update contacted status')).toBeTruthy()
    await (await panel()).findByRole('button', { name: 'Mark as contacted' })
  })
})

const confirmRejection = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject Maya Okafor?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }))
}

describe('rejecting', () => {
  it('with an email says it in words for this one time, and names whom it was', async () => {
    const text = { subject: 'An update', body: 'Hello {first_name}, no.' }
    const sample = { subject: 'An update', html: '<p>Hello Maya, no.</p>', text: 'Hello Maya, no.' }
    const { requests } = show({
      'POST /api/applicants/mails/preview': ({ body }) => {
        const { words } = body as { words?: typeof text }
        return words?.body === '{age}'
          ? refuse('application.invalid', 400, { 'words.body': 'Cannot be filled in.' })({
              method: 'POST',
              path: '',
              body,
            })
          : Response.json({ mails: 1, text, not_mailed: [], sample })
      },
      'POST /api/applicants/move': answer({
        batch_id: 'b1',
        changed: [maya.id],
        refused: [],
        mails: { count: 1, send_at: '2026-08-13T10:10:00Z' },
      }),
    })
    await press('Reject')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Maya Okafor?' }))
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Send rejection email' }))
    fireEvent.click(await dialog.findByRole('button', { name: 'Change the words this time' }))
    const field = dialog.getByRole('textbox', { name: 'Text' })
    fireEvent.change(field, { target: { value: '{age}' } })
    expect(await dialog.findByText('Cannot be filled in.')).toBeTruthy()
    fireEvent.change(field, { target: { value: 'Dear {first_name}, not this time.' } })
    await waitFor(() => expect(dialog.queryByText('Cannot be filled in.')).toBeNull())
    const confirm = dialog.getByRole('button', { name: 'Reject' })
    await waitFor(() => expect(confirm.ariaDisabled ?? 'false').toBe('false'))
    fireEvent.click(confirm)
    const toast = (await screen.findByText('Applicant has been rejected')).closest('li')
    expect(toast?.textContent).toMatch(/Maya Okafor · 1 email goes out at/)
    expect(requests).toContainEqual({
      method: 'POST',
      path: '/api/applicants/move',
      body: {
        status: 'rejected',
        mail: true,
        words: { subject: 'An update', body: 'Dear {first_name}, not this time.' },
        ids: [maya.id],
        seen: { [maya.id]: 'applied' },
      },
    })
  })

  // shows: 2-97
  it('is said, and offered to everybody who is not rejected', async () => {
    let status: Applicant['status'] = 'applied'
    const { requests } = show({
      [`GET ${api}`]: () => read({ status }),
      [`PATCH ${api}/status`]: () => {
        status = 'rejected'
        return Response.json({ ...maya, status, change_id: 'c1' })
      },
    })
    await press('Reject')
    await confirmRejection()
    expect(await screen.findByText('Applicant has been rejected')).toBeTruthy()
    const opened = await panel()
    await opened.findByRole('button', { name: 'Rejected, change status of Maya Okafor' })
    expect(opened.queryByRole('button', { name: 'Reject' })).toBeNull()
    expect(requests).toContainEqual({
      method: 'PATCH',
      path: `${api}/status`,
      body: { status: 'rejected', from: 'applied' },
    })
  })

  // shows: 8-14
  it('shows the old status again with the sentence of the specification when it fails', async () => {
    show({ [`PATCH ${api}/status`]: refuse('server.unavailable', 503) })
    await press('Reject')
    await confirmRejection()
    expect(await screen.findByText('Failed to reject applicant')).toBeTruthy()
    const opened = await panel()
    await opened.findByRole('button', { name: 'Applied, change status of Maya Okafor' })
    await opened.findByRole('button', { name: 'Reject' })
  })
})

describe('a star and tags', () => {
  it('are set at once, put back when the server refuses, and taken back by the toast', async () => {
    let tags: string[] = ['Barista']
    const { requests } = show({
      [`GET ${api}`]: () => read({ tags }),
      [`PATCH ${api}/starred`]: refuse('server.unavailable', 503),
      'GET /api/applicants/tags': answer({ tags: [{ tag: 'Weekend only', key: 'weekend only' }] }),
      [`PATCH ${api}/tags`]: ({ body }) => {
        const { add, remove } = body as { add: string[]; remove: string[] }
        tags = [...tags, ...add].filter((tag) => !remove.includes(tag))
        return Response.json({ ...maya, tags })
      },
    })
    await press('Star Maya Okafor')
    expect(await screen.findByText('Failed to save the star')).toBeTruthy()
    await (await panel()).findByRole('button', { name: 'Star Maya Okafor' })

    await press('Add tag')
    const own = within((await panel()).getByRole('list', { name: 'Tags' }))
    fireEvent.click((await panel()).getByRole('button', { name: 'Add' }))
    expect((await panel()).getByText('Enter a tag.')).toBeTruthy()
    fireEvent.click(await (await panel()).findByRole('button', { name: 'Weekend only' }))
    await own.findByText('Weekend only')
    fireEvent.click(own.getByRole('button', { name: 'Remove tag Barista' }))
    await waitFor(() => expect(own.queryByText('Barista')).toBeNull())
    const toast = (await screen.findByText('Tag “Barista” removed.')).closest('li')!
    fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }))
    await own.findByText('Barista')
    expect(requests.flatMap(({ path, body }) => (path === `${api}/tags` ? [body] : []))).toEqual([
      { add: ['Weekend only'], remove: [] },
      { add: [], remove: ['Barista'] },
      { add: ['Barista'], remove: [] },
    ])
  })
})

describe('writing', () => {
  const templates = { confirmation_mails: true, mail_reply_to: null, templates: [] }
  const sample = { to: maya.email, subject: 'A day?', html: '<p>Hi</p>', text: 'Hi' }

  it('begins from a text, says what is missing, sees the mail, and keeps the words when it fails', async () => {
    let isUp = false
    const { requests } = show({
      'GET /api/mail-templates': answer(templates),
      'POST /api/applicants/messages/preview': answer({
        people: 1,
        no_contact: 0,
        reply_to: null,
        sample,
      }),
      'POST /api/applicants/messages': (request) =>
        isUp
          ? answer({ people: 1, batch_id: null, send_at: '2026-08-13T10:00:00Z' }, 201)(request)
          : refuse('server.unavailable', 503)(request),
    })
    await press('Write…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Write to Maya Okafor' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Send' }))
    expect(dialog.getByText('Please enter a subject.')).toBeTruthy()
    expect(dialog.getByText('Please enter a text.')).toBeTruthy()
    const type = (name: string, value: string) =>
      fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } })
    type('Subject', 'A day?')
    type('Text', 'Hello {first_name}, can you come in?')
    await dialog.findByTitle('Preview of the email')
    expect(dialog.getByText(/^Nobody gets the replies yet/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Failed to send the message')).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('A day?')
    isUp = true
    fireEvent.click(dialog.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Message to Maya Okafor is on its way.')).toBeTruthy()
    expect(requests).toContainEqual({
      method: 'POST',
      path: '/api/applicants/messages',
      body: { ids: [maya.id], subject: 'A day?', body: 'Hello {first_name}, can you come in?' },
    })
  })
})

describe('opening the CV', () => {
  afterEach(() => vi.restoreAllMocks())
  /** What a browser gives for a new tab. */
  const tab = () => ({
    opener: window,
    document: { title: '', body: { textContent: '' } },
    location: { href: 'about:blank' },
    close: vi.fn<() => void>(),
  })
  const opens = (opened: ReturnType<typeof tab> | null) =>
    vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window | null)

  it('leads a tab of its own to the link of 60 seconds', async () => {
    const opened = tab()
    opens(opened)
    show({ [`POST ${api}/cv-link`]: answer({ url: 'https://files.example/cv', expires_in: 60 }) })
    await press('View CV')
    await waitFor(() => expect(opened.location.href).toBe('https://files.example/cv'))
    // The file must not reach back into the dashboard.
    expect(opened.opener).toBeNull()
  })

  // shows: 8-14
  it('that the browser does not allow is said', async () => {
    opens(null)
    const { requests } = show()
    await press('View CV')
    expect(await screen.findByText('Failed to open CV')).toBeTruthy()
    expect(requests.some(({ path }) => path.endsWith('/cv-link'))).toBe(false)
  })

  it.each([
    [
      'a file that is not there',
      refuse('dashboard.cvMissing', 404),
      'Unable to access CV file. Please check if the file exists.',
    ],
    [
      'a link that cannot be made',
      refuse('server.unavailable', 503),
      'Unable to generate access link for CV file.',
    ],
  ])('says %s, and leaves no blank tab', async (_case, reply, sentence) => {
    const opened = tab()
    opens(opened)
    show({ [`POST ${api}/cv-link`]: reply })
    await press('View CV')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(opened.close).toHaveBeenCalledTimes(1)
  })
})

it('a mail that never arrived says so, and can be sent again', async () => {
  const at = '2026-08-13T10:00:00Z'
  const by = { changed_by: 'u1', changed_by_name: 'Ana Silva' }
  const moved = { from_status: 'applied', to_status: 'reviewing', undoes: null }
  const change = { id: 'h1', changed_at: at, ...moved, ...by }
  const noAuthorOrText = { by_id: null, by_name: null, subject: null, body: null }
  const mail = { kind: 'reviewing', change_id: 'h1', reason: null, address_refused: false }
  const { requests } = show({
    [`GET ${api}`]: () =>
      Response.json({
        applicant: { ...applicant, status: 'reviewing' },
        history: [change],
        notes: [],
        timeline: [
          {
            id: 'm1',
            at,
            act: 'mail',
            state: 'failed',
            send_at: at,
            sent_at: null,
            ...mail,
            ...noAuthorOrText,
          },
        ],
        others: [],
        cv: { state: 'checked', active_content: [], scan: 'none', malware: null },
        customer: null,
      }),
    [`GET ${api}/mails/preview`]: answer({
      subject: 'An update',
      html: '<p>Hello Maya</p>',
      text: 'Hello Maya',
      to: maya.email,
      change_id: 'h1',
    }),
    [`POST ${api}/mails`]: answer({ id: 'm2' }, 201),
  })
  // Under the status, and in the timeline.
  expect(await (await panel()).findAllByText(/^Email about Reviewing not delivered/)).toHaveLength(
    2,
  )
  await press('Send again…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Send email to Maya Okafor' }))
  await dialog.findByTitle('Preview of the email')
  fireEvent.click(dialog.getByRole('button', { name: 'Send email' }))
  expect(await screen.findByText('The email is on its way.')).toBeTruthy()
  expect(requests).toContainEqual({
    method: 'POST',
    path: `${api}/mails`,
    body: { change_id: 'h1' },
  })
})
