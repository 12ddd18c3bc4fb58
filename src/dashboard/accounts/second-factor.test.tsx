import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SecondFactorView } from '#domain/accounts/accounts.ts'
import { answer, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'

const root = '/api/accounts/second-factor'
const off: SecondFactorView = { since: null, recovery_codes: null }
const on: SecondFactorView = {
  since: '2026-08-12T12:00:00Z',
  recovery_codes: { total: 10, remaining: 2 },
}
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const offer = {
  factor_id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01',
  secret,
  uri: `otpauth://totp/Storehand:ana%40tinytea.example?secret=${secret}`,
}

// shows: 7-25
it('sets the app up: the square and its key, a code, the recovery codes, and the state', async () => {
  let state = off
  let isRight = false
  const { requests } = showDashboard(
    '/account',
    {
      [`GET ${root}`]: (request) => answer(state)(request),
      [`POST ${root}/enroll`]: answer(offer, 201),
      [`POST ${root}/confirm`]: (request) => {
        if (!isRight) return refuse('factor.codeWrong', 400)(request)
        state = { ...on, recovery_codes: { total: 10, remaining: 10 } }
        return answer({ codes: ['abcde-fghjk', 'mnpqr-stuvw'] })(request)
      },
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Set up authenticator app' }))
  expect(await screen.findByRole('img', { name: /^Square to scan/ })).toBeTruthy()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  const field = screen.getByLabelText('Code')
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  fireEvent.change(field, { target: { value: '000000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('The code is wrong or was used before.')).toBeTruthy()
  isRight = true
  fireEvent.change(field, { target: { value: ' 123456 ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  const download = screen.getByRole('link', { name: 'Download' })
  expect(decodeURIComponent(download.getAttribute('href') ?? '')).toContain(
    'abcde-fghjk\nmnpqr-stuvw\n',
  )
  fireEvent.click(screen.getByRole('button', { name: 'I have stored them' }))
  expect(await screen.findByText('10 of 10 recovery codes left.')).toBeTruthy()
  expect(screen.getByText('12 August 2026')).toBeTruthy()
  expect(screen.queryByText('abcde-fghjk')).toBeNull()
  const confirmed = requests.filter(({ path }) => path.endsWith('/confirm'))
  expect(confirmed.at(-1)?.body).toEqual({ factor_id: offer.factor_id, code: '123456' })
})

it('asks who it is before setting it up, where signing in was a while ago', async () => {
  showDashboard(
    '/account',
    {
      [`GET ${root}`]: answer(off),
      [`POST ${root}/enroll`]: (request) => {
        const { proof } = request.body as { proof?: string }
        if (proof === undefined) return refuse('passkey.proofNeeded', 403)(request)
        if (proof !== 'correct horse') return refuse('factor.proofWrong', 403)(request)
        return answer(offer, 201)(request)
      },
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Set up authenticator app' }))
  const field = await screen.findByLabelText('Password or code')
  fireEvent.change(field, { target: { value: 'wrong horse' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('This is not your password or a valid code.')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'correct horse' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('img', { name: /^Square to scan/ })).toBeTruthy()
})

it('removes it once the password or a code is right', async () => {
  let state = on
  showDashboard(
    '/account',
    {
      [`GET ${root}`]: (request) => answer(state)(request),
      [`POST ${root}/remove`]: (request) => {
        if ((request.body as { proof: string }).proof !== 'correct horse') {
          return refuse('factor.proofWrong', 403)(request)
        }
        state = off
        return new Response(null, { status: 204 })
      },
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Remove…' }))
  const field = await screen.findByLabelText('Password or code')
  fireEvent.change(field, { target: { value: 'wrong horse' } })
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('This is not your password or a valid code.')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'correct horse' } })
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('button', { name: 'Set up authenticator app' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

// shows: 7-26
it('makes new recovery codes, and shows them this once', async () => {
  showDashboard(
    '/account',
    {
      [`GET ${root}`]: answer(on),
      [`POST ${root}/recovery-codes`]: answer({ codes: ['newww-codes'] }),
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Make new codes…' }))
  fireEvent.change(await screen.findByLabelText('Password or code'), { target: { value: '1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make new codes' }))
  expect(await screen.findByText('newww-codes')).toBeTruthy()
})
