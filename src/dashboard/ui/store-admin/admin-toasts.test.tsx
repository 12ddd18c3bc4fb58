import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { completeBrowser } from '#test/screens/dashboard.tsx'
import { inStoreAdmin } from '#test/screens/in-store-admin.ts'
import { toastElsewhere, toastError, Toasts, toastSuccess } from '../popups/toast.tsx'
import { adminToasts } from './admin-toasts.ts'

it('has the admin say good news, and keeps a problem until it is closed', async () => {
  const show = vi.fn(() => 'toast-1')
  const hide = vi.fn()
  inStoreAdmin({ toast: { show, hide } })
  toastElsewhere(adminToasts)
  completeBrowser()
  render(<Toasts />)
  toastSuccess('Job saved.', undefined, 'Mechanic')
  expect(show).toHaveBeenCalledWith('Job saved. Mechanic', {})
  toastError('The job could not be saved.', 'The server cannot be reached.')
  expect(await screen.findByText('The job could not be saved.')).toBeTruthy()
  expect(show).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Job saved.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('The job could not be saved.')).toBeNull())
})
