import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { t } from '#domain/texts/text.ts'
import { answer, owner, refuse, showDashboard, type Server } from '#test/screens/dashboard.tsx'

const address = '/api/accounts/password'
const fields = {
  current: 'Current Password',
  password: 'New Password',
  confirmation: 'Confirm Password',
}
type Typed = Partial<Record<keyof typeof fields, string>>

/** Opens the form and sends it, filled in like this. */
async function change(server: Server, values: Typed) {
  const shown = showDashboard('/account', server, owner)
  fireEvent.click(await screen.findByRole('button', { name: 'Change password…' }))
  await send(values)
  return shown
}
async function send(values: Typed) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
  for (const [name, value] of Object.entries(values)) {
    const label = fields[name as keyof typeof fields]
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  }
  fireEvent.click(dialog.getByRole('button', { name: 'Change password' }))
}
const describedBy = (label: string) =>
  screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ').map(textOf).join(' ')
const textOf = (id: string) => document.getElementById(id)?.textContent
const sentTo = (path: string, requests: { method: string; path: string; body: unknown }[]) =>
  requests.filter((request) => request.method === 'POST' && request.path === path)

// shows: interface-26
it('is changed once the current one is right; until then what was typed stays', async () => {
  let isRight = false
  const { requests } = await change(
    {
      [`POST ${address}`]: (request) =>
        isRight
          ? new Response(null, { status: 204 })
          : refuse('account.passwordWrong', 403, {
              current_password: t('account.passwordWrong'),
            })(request),
    },
    { current: 'wrong horse', password: 'battery staple', confirmation: 'battery staple' },
  )
  expect(await screen.findByText('This is not your password.')).toBeTruthy()
  expect(describedBy('Current Password')).toContain('This is not your password.')
  isRight = true
  await send({ current: 'correct horse' })
  expect(await screen.findByText('Your password is changed.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentTo(address, requests).at(-1)?.body).toEqual({
    current_password: 'correct horse',
    password: 'battery staple',
  })
})

it.each([
  [{ current: 'x', password: 'abcdef', confirmation: 'abcdeg' }, 'Passwords do not match'],
  [
    { current: 'x', password: '12345', confirmation: '12345' },
    'Password must be at least 6 characters long',
  ],
  [{ password: 'abcdef', confirmation: 'abcdef' }, 'Enter your current password.'],
])('is not sent where it cannot be right: %j', async (values, text) => {
  const { requests } = await change({}, values)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(sentTo(address, requests)).toEqual([])
})

it('says when there were too many tries', async () => {
  const values = { current: 'a', password: 'abcdef', confirmation: 'abcdef' }
  await change({ [`POST ${address}`]: refuse('server.rateLimited', 429) }, values)
  expect((await screen.findByRole('alert')).textContent).toBe(t('server.rateLimited'))
})

it('is set by a mail where the account has none', async () => {
  const reset = '/api/accounts/request-reset'
  const { requests } = showDashboard(
    '/account',
    {
      [`GET ${address}`]: answer({ has_password: false, can_have_password: true }),
      [`POST ${reset}`]: answer({ success: true }),
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Send me the link' }))
  expect(
    await screen.findByText(
      'A link to set a password is on its way to ana@tinytea.example. It is valid for 1 hour.',
    ),
  ).toBeTruthy()
  expect(sentTo(reset, requests).map(({ body }) => body)).toEqual([
    { email: 'ana@tinytea.example' },
  ])
  expect(screen.queryByRole('button', { name: 'Change password…' })).toBeNull()
})

it('has the names beside it, which are changed everywhere at once', async () => {
  let names = { first_name: 'Ana', last_name: 'Silva' }
  const { requests } = showDashboard('/account', {
    'GET /api/session': (request) =>
      answer({ ...owner, user: owner.user && { ...owner.user, ...names } })(request),
    'PUT /api/accounts/names': (request) => {
      names = { first_name: 'Zoë', last_name: 'Silva' }
      return answer(null)(request)
    },
  })
  const first = await screen.findByLabelText('First Name')
  const write = (value: string) => {
    fireEvent.change(first, { target: { value } })
    fireEvent.blur(first)
  }
  write(' ')
  const sentence = 'First name and last name are required'
  expect(await screen.findByText(sentence, { selector: 'p' })).toBeTruthy()
  write(' Zoë ')
  expect(await screen.findByRole('button', { name: 'Undo: First Name' })).toBeTruthy()
  expect(await screen.findByText('Zoë Silva, ana@tinytea.example')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual(names)
})
