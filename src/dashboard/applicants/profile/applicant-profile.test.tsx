import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { StoreView } from '#domain/store/store.ts'
import type { Applicant, ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { Customer, KeptCustomer } from '#domain/store/customers.ts'
import { t } from '#domain/texts/text.ts'
import {
  answer,
  counts,
  maya,
  owner,
  refuse,
  showDashboard,
  type Server,
  noStore,
} from '#test/screens/dashboard.tsx'
import { offerUndo, undoLast } from '../changes/undo.ts'
import { addWaiting } from '../list/new-applicants.ts'

const { has_cv: _, ...shared } = maya
const applicant: Applicant = {
  ...shared,
  phone: null,
  experience_years: 2,
  linkedin_url: null,
  website_url: null,
  cover_letter: 'I know the shop.',
  additional_info: null,
  cv_url: null,
  cv_name: null,
  cv_size: null,
  language: 'ja',
  no_contact_at: null,
  keep_asked_at: null,
  kept_at: null,
  keep_question: null,
  updated_at: maya.created_at,
}
const profile: ApplicantProfile = {
  applicant,
  history: [],
  notes: [],
  timeline: [],
  others: [],
  cv: null,
  customer: null,
}
const path = `/admin/applicants?applicant=${maya.id}`
const api = `/api/applicants/${maya.id}`

const show = (
  server: Server = {},
  values: Partial<ApplicantProfile> = {},
  at = path,
  session = owner,
) =>
  showDashboard(
    at,
    {
      'GET /api/applicants': answer({ applicants: [maya], next_cursor: null, read_at: '' }),
      'GET /api/applicants/counts': answer(counts({ applied: 1, all: 1 })),
      [`GET ${api}`]: answer({ ...profile, ...values }),
      [`GET ${api}/customer`]: answer({ connected: false }),
      ...server,
    },
    session,
  )
const opened = async () => {
  const panel = await screen.findByRole('dialog', { name: 'Maya Okafor' })
  await within(panel).findByRole('region', { name: 'Contact Information' })
  return panel
}
const ask = async (action: string) => {
  const panel = await opened()
  fireEvent.click(within(panel).getByRole('button', { name: 'More actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('alertdialog')
}

it('says of an application that is kept for longer how much later it is deleted', async () => {
  show({}, { applicant: { ...applicant, kept_at: maya.created_at } })
  const panel = await opened()
  within(panel).getByText(/Deleted automatically on 12 Aug 2027, twelve months after/)
})

// shows: 2-96
it('has its four regions, and says until when the data is kept', async () => {
  show()
  const panel = await opened()
  for (const name of ['Application Details', 'Contact Information', 'CV', 'Customer Information']) {
    expect(within(panel).getByRole('region', { name })).toBeTruthy()
  }
  expect(within(panel).getByText('No CV attached.')).toBeTruthy()
  expect(within(panel).getByText(/Deleted automatically on 12 Feb 2027/)).toBeTruthy()
  expect(within(panel).getByText('Language of emails').nextSibling?.textContent).toBe('Japanese')
})

it('is asked for when the mouse goes down, and only once; a finger may be about to scroll', async () => {
  const { requests } = show({}, {}, '/admin/applicants?tab=all')
  const name = await screen.findByRole('button', { name: 'View profile of Maya Okafor' })
  const asked = () => requests.filter((request) => request.path === api).length
  fireEvent.pointerDown(name, { pointerType: 'touch', button: 0 })
  fireEvent.pointerDown(name, { pointerType: 'mouse', button: 2 })
  expect(asked()).toBe(0)
  fireEvent.pointerDown(name, { pointerType: 'mouse', button: 0 })
  expect(asked()).toBe(1)
  fireEvent.click(name)
  await opened()
  expect(asked()).toBe(1)
})

// shows: 8-35
describe('leaving', () => {
  // shows: 2-99
  it('asks with the focus on Cancel, deletes, says so and closes', async () => {
    let gone = false
    const { requests } = show({
      [`DELETE ${api}`]: (request) => {
        gone = true
        return answer({ success: true, message: '' })(request)
      },
      'GET /api/applicants': (request) =>
        answer({ applicants: gone ? [] : [maya], next_cursor: null, read_at: '' })(request),
    })
    const question = await ask('Delete')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    expect(question.textContent).toContain('This action cannot be undone.')
    expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Applicant deleted successfully')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Maya Okafor' })).toBeNull())
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'View profile of Maya Okafor' })).toBeNull(),
    )
  })

  // shows: 2-99
  it('removes data by address and id, and names what goes', async () => {
    const other = {
      id: 'a2',
      role_title: 'Packing Lead',
      status: 'hired',
      created_at: maya.created_at,
    } as const
    const { requests } = show(
      { 'POST /functions/opt-out-data': answer({ success: true, message: '', applications: 2 }) },
      { others: [other] },
    )
    const question = await ask('Remove Data')
    expect(question.textContent).toContain('maya@example.com')
    expect(question.textContent).toContain('2 applications with CV, notes and history')
    fireEvent.click(within(question).getByRole('button', { name: 'Remove Data' }))
    expect(await screen.findByText('Data Removal Successful')).toBeTruthy()
    expect(requests).toContainEqual({
      method: 'POST',
      path: '/functions/opt-out-data',
      body: { email: 'maya@example.com', applicantId: maya.id },
    })
  })

  // shows: 8-17
  it.each([
    [
      'Delete',
      'Failed to delete applicant',
      t('applicant.missing'),
      { [`DELETE ${api}`]: refuse('applicant.missing', 404) },
    ],
    [
      'Remove Data',
      'Failed to process data removal request',
      t('applicant.emailOther'),
      {
        'POST /functions/opt-out-data': refuse('applicant.emailOther', 400),
      },
    ],
  ] as [string, string, string, Server][])(
    '%s says what failed and why',
    async (action, text, why, server) => {
      show(server)
      const question = await ask(action)
      fireEvent.click(within(question).getByRole('button', { name: action }))
      expect(await screen.findByText(text)).toBeTruthy()
      expect(screen.getByText(why)).toBeTruthy()
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    },
  )
})

describe('notes', () => {
  const own = {
    id: 'n1',
    body: 'Ask about Sundays',
    author_id: 'u1',
    author_name: 'Ana Silva',
    created_at: '2026-08-13T10:00:00Z',
    edited_at: null,
  }
  const openNotes = async (name = 'Notes') => {
    const panel = await opened()
    within(panel).getByRole('button', { name })
    return within(await within(panel).findByRole('region', { name: 'Notes' }))
  }

  it('keep what was typed when it could not be saved, and say an empty one is none', async () => {
    const { requests } = show({ [`POST ${api}/notes`]: refuse('server.unavailable', 503) })
    const notes = await openNotes()
    fireEvent.click(notes.getByRole('button', { name: 'Add note' }))
    expect(await notes.findByText('Write something first.')).toBeTruthy()
    const field = notes.getByRole<HTMLTextAreaElement>('textbox', {
      name: 'Write a note for the team',
    })
    fireEvent.change(field, { target: { value: 'Call on Monday' } })
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    expect(await screen.findByText('Failed to save note')).toBeTruthy()
    expect(field.value).toBe('Call on Monday')
    expect(requests.filter(({ path }) => path.endsWith('/notes'))).toEqual([
      { method: 'POST', path: `${api}/notes`, body: { body: 'Call on Monday' } },
    ])
  })

  // shows: privacy-7
  it('that were begun, who has just applied, and the last undo stay for the same person and for nobody else', async () => {
    const isNew = { name: /^\d new applicants?$/, hidden: true }
    const undo = vi.fn()
    const field = async () =>
      (await openNotes()).getByRole<HTMLTextAreaElement>('textbox', {
        name: 'Write a note for the team',
      })
    const begin = async () => {
      const { router } = show({
        'POST /api/accounts/sign-out': () => new Response(null, { status: 204 }),
      })
      fireEvent.change(await field(), { target: { value: 'Call on Monday' } })
      act(() => addWaiting({ ...maya, id: crypto.randomUUID(), first_name: 'Jon' }))
      expect(await screen.findByRole('button', isNew)).toBeTruthy()
      offerUndo(undo)
      return router
    }
    const isEmptyFor = async (session = owner) => {
      show({}, {}, path, session)
      expect((await field()).value).toBe('')
      expect(screen.queryByRole('button', isNew)).toBeNull()
      undoLast()
      expect(undo).not.toHaveBeenCalled()
      cleanup()
    }
    await begin()
    // As after a session that ended by itself.
    cleanup()
    show()
    expect((await field()).value).toBe('Call on Monday')
    cleanup()
    const user = { ...owner.user!, id: 'u2' }
    await isEmptyFor({ ...owner, user, profile: { ...owner.profile!, id: 'u2' } })

    const router = await begin()
    fireEvent.click(screen.getByRole('button', { name: 'Sign Out', hidden: true }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
    cleanup()
    await isEmptyFor()
  })

  it('begin with the key n', async () => {
    show()
    await opened()
    fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN' })
    const field = await screen.findByRole('textbox', { name: 'Write a note for the team' })
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  it('offer changing for one’s own only, and an owner deleting for all', async () => {
    const other = { ...own, id: 'n2', author_id: 'u2', author_name: 'Jo Reed' }
    const { requests } = show(
      {
        'PATCH /api/notes/n1': answer({ id: 'n1' }),
        'DELETE /api/notes/n2': answer({ id: 'n2' }),
      },
      { notes: [own, other] },
    )
    const notes = await openNotes('Notes 2')
    expect(notes.getAllByRole('button', { name: /^Edit note/ })).toHaveLength(1)
    fireEvent.click(notes.getByRole('button', { name: /^Edit note/ }))
    const field = notes.getByRole('textbox', { name: 'Note' })
    fireEvent.change(field, { target: { value: 'Ask about Saturdays' } })
    fireEvent.click(notes.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(notes.queryByRole('textbox', { name: 'Note' })).toBeNull())
    fireEvent.click(notes.getByRole('button', { name: /^Delete note of Jo Reed/ }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete note' })
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requests.filter(({ path }) => path.startsWith('/api/notes/'))).toEqual([
      { method: 'PATCH', path: '/api/notes/n1', body: { body: 'Ask about Saturdays' } },
      { method: 'DELETE', path: '/api/notes/n2', body: {} },
    ])
  })
})

it('the timeline says who did what, and ends with the application', async () => {
  const by = { by_id: 'u2', by_name: 'Jo Reed' }
  show(
    {},
    {
      timeline: [
        { id: '3', at: '2026-08-14T10:00:00Z', act: 'note.added', ...by },
        {
          id: 'h2',
          at: '2026-08-13T10:00:00Z',
          act: 'status',
          from: 'applied',
          to: 'reviewing',
          ...by,
        },
        {
          id: 'h1',
          at: maya.created_at,
          act: 'status',
          from: null,
          to: 'applied',
          by_id: null,
          by_name: null,
        },
      ],
    },
  )
  const panel = await opened()
  const lines = within(await within(panel).findByRole('region', { name: 'Timeline' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)
  expect(lines).toEqual([
    'Jo Reed · Wrote a note',
    'Jo Reed · Applied to Reviewing',
    'Applied for Weekend Sales Assistant',
  ])
})

// shows: 2-98, 8-17
describe('customer information', () => {
  const customer: Customer = {
    id: 'c1',
    firstName: 'Maya',
    lastName: 'Okafor',
    email: 'maya@example.com',
    phone: null,
    ordersCount: 1,
    totalSpent: 1240.5,
    currency: null,
    customerSince: '2021-03-01T00:00:00Z',
    firstOrderDate: null,
    tenureText: '5 years, 5 months',
    customerStatus: 'customer',
    address: null,
    defaultAddress: '1 Mill Lane, Leeds, LS1 4AB, United Kingdom',
  }
  const connectedStore: StoreView['store'] = {
    shop: 'tea.myshopify.com',
    scope: '',
    connected_at: maya.created_at,
    shop_name: null,
    currency: null,
    primary_domain: null,
    is_alive: true,
  }
  const viewOf = (removed_shop: string | null) =>
    answer({
      ...noStore,
      is_demo: true,
      store: removed_shop ? null : connectedStore,
      removed_shop,
      removed_because: removed_shop && 'store.uninstalled',
    })
  const connected = { 'GET /api/store': viewOf(null) }
  const region = async () =>
    within(await opened()).getByRole('region', { name: 'Customer Information' })
  /** Folded until somebody wants to know: the store is asked then, and that is written down. */
  const unfolded = async () => {
    const part = await region()
    const details = await within(part).findByText('Show customer details')
    details.closest('details')!.open = true
    return part
  }

  it('is not asked for before it is unfolded, and never of who is no customer', async () => {
    const { requests } = show(connected)
    await within(await region()).findByText('Show customer details')
    expect(requests.some(({ path: asked }) => asked === `${api}/customer`)).toBe(false)
    cleanup()
    const none = show(connected, { applicant: { ...applicant, is_existing_customer: false } })
    await within(await region()).findByText('Not a customer of the store.')
    expect(none.requests.some(({ path: asked }) => asked === `${api}/customer`)).toBe(false)
  })

  it('without a store says how to get one', async () => {
    show()
    await within(await region()).findByText('Connect your store to see customer details.')
  })

  it.each([
    [
      'a customer',
      answer({ connected: true, customerStatus: 'customer', customer }),
      [
        '£1,240.50',
        'first-time buyer',
        '1 Mill Lane, Leeds',
        'Shown for service context, not for the hiring decision.',
      ],
    ],
    [
      'a store that does not share it',
      answer({ connected: true, customerStatus: 'unknown', customer: null }),
      ['The store does not share customer data with this app.'],
    ],
    [
      'no record',
      refuse('dashboard.customerMissing', 404),
      ['Unable to load detailed customer data. The customer record may not exist in Shopify.'],
    ],
  ])('with %s', async (_case, reply, texts) => {
    show({ ...connected, [`GET ${api}/customer`]: reply })
    const part = await unfolded()
    for (const text of texts) {
      await waitFor(() => expect(part.textContent).toContain(text))
    }
  })

  it('says that the store removed the app, and marks what a demo store said', async () => {
    show({
      [`GET ${api}/customer`]: answer({ connected: false }),
      'GET /api/store': viewOf('tea.myshopify.com'),
    })
    const part = await region()
    await waitFor(() =>
      expect(part.textContent).toContain('Storehand was removed from this store.'),
    )
    cleanup()
    show({
      [`GET ${api}/customer`]: answer({ connected: true, customerStatus: 'customer', customer }),
      ...connected,
    })
    const marked = await unfolded()
    await waitFor(() => expect(marked.textContent).toContain('Demo store.'))
  })

  it('shows what was last known where the store does not answer', async () => {
    const kept: KeptCustomer = {
      customer_status: 'customer',
      customer_id: 'c1',
      orders_count: 14,
      total_spent: 1240.5,
      currency: 'EUR',
      customer_since: '2021-03-01T00:00:00Z',
      read_at: '2026-08-12T12:00:00Z',
    }
    show(
      { ...connected, [`GET ${api}/customer`]: refuse('dashboard.customerMissing', 404) },
      { customer: kept },
    )
    const part = await unfolded()
    await waitFor(() => expect(part.textContent).toContain('Last known on 12 Aug 2026:'))
    expect(part.textContent).toContain('€1,240.50')
    expect(part.textContent).toContain('Every 3 months')
  })
})

it('marks the chosen part as the current one, even if it cannot reach the top of the panel', async () => {
  show()
  const panel = await opened()
  const parts = within(within(panel).getByRole('navigation', { name: t('applicant.profileLabel') }))
  fireEvent.click(parts.getByRole('button', { name: 'Notes' }))
  // Chromium reports the scrolling only after the click.
  fireEvent.scroll(panel)
  const current = parts.getAllByRole('button').filter((part) => part.hasAttribute('aria-current'))
  expect(current.map((part) => part.textContent)).toEqual(['Notes'])
})
