import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { answer, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'

const closed: SessionView = {
  ...owner,
  user: owner.user && { ...owner.user, closes_at: '2026-12-20T12:00:00Z' },
}

// shows: interface-22, terms-5
it('closes the account once the password is right, and says until when it can be kept', async () => {
  let isClosed = false
  let isRight = false
  const { requests } = showDashboard('/account', {
    'GET /api/session': (request) => answer(isClosed ? closed : owner)(request),
    'POST /api/accounts/close': (request) => {
      if (!isRight) return refuse('account.passwordWrong', 403)(request)
      isClosed = true
      return answer({ closes_at: closed.user?.closes_at })(request)
    },
    'POST /api/accounts/keep': (request) => {
      isClosed = false
      return answer({ closes_at: null })(request)
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Close account…' }))
  const field = await screen.findByLabelText('Password')
  fireEvent.change(field, { target: { value: 'wrong horse' } })
  fireEvent.click(screen.getByRole('button', { name: 'Close account' }))
  expect(await screen.findByText('This is not your password.')).toBeTruthy()
  isRight = true
  fireEvent.change(field, { target: { value: 'correct horse' } })
  fireEvent.click(screen.getByRole('button', { name: 'Close account' }))
  expect(
    await screen.findByText(/^Your account and its data will be deleted on 20 December 2026/),
  ).toBeTruthy()
  expect(requests.find(({ path }) => path.endsWith('/close'))?.body).toEqual({
    password: 'wrong horse',
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Keep my account' }))
  expect(await screen.findByText('Your account stays.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/will be deleted on/)).toBeNull())
})

it('says on the dashboard too that the account will be deleted', async () => {
  showDashboard('/admin', {}, closed)
  expect(await screen.findByRole('button', { name: 'Keep my account' })).toBeTruthy()
})

it('moves to another address by the code that was mailed there', async () => {
  let email = 'ana@tinytea.example'
  let isRight = false
  const { requests } = showDashboard('/account', {
    'GET /api/session': (request) =>
      answer({ ...owner, user: owner.user && { ...owner.user, email } })(request),
    'POST /api/accounts/email': (request) =>
      isRight ? answer(null)(request) : refuse('factor.proofWrong', 403)(request),
    'POST /api/accounts/email/verify': (request) => {
      email = 'new@tinytea.example'
      return answer(null)(request)
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Change email…' }))
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send code' }))
  fireEvent.change(await screen.findByLabelText('New email'), { target: { value: 'new@' } })
  send()
  expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('New email'), { target: { value: 'new@tinytea.example' } })
  fireEvent.change(screen.getByLabelText('Password or code'), { target: { value: 'wrong horse' } })
  send()
  expect(await screen.findByText('This is not your password or a valid code.')).toBeTruthy()
  isRight = true
  send()
  const code = await screen.findByLabelText('Six-digit code')
  fireEvent.change(code, { target: { value: '12345' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Enter the six digits of the code.')).toBeTruthy()
  fireEvent.change(code, { target: { value: '123 456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Your email address is changed.')).toBeTruthy()
  expect(await screen.findByText('Ana Silva, new@tinytea.example')).toBeTruthy()
  expect(requests.find(({ path }) => path.endsWith('/email/verify'))?.body).toEqual({
    email: 'new@tinytea.example',
    code: '123456',
  })
})
