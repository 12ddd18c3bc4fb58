import { Suspense } from 'react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import {
  CatchBoundary,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyScreen } from './lazy-screen.ts'
import { ScreenProblem } from './screen-problem.tsx'

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/part.js')

afterEach(() => vi.restoreAllMocks())

it('shows its problem without a network, and loads the screen again when asked', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  // React writes what a boundary has caught.
  vi.spyOn(console, 'error').mockReturnValue()
  const read = vi.fn(() => Promise.reject<{ Part: () => string }>(missing))
  const Part = lazyScreen(read, 'Part')
  const component = () => (
    <CatchBoundary getResetKey={() => 0} errorComponent={ScreenProblem}>
      <Suspense>
        <Part />
      </Suspense>
    </CatchBoundary>
  )
  const history = createMemoryHistory()
  await act(async () => {
    render(
      <RouterProvider
        router={createRouter({ routeTree: createRootRoute({ component }), history })}
      />,
    )
  })
  const again = await screen.findByRole('button', { name: 'Try again' })

  await act(async () => fireEvent.click(again))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()

  // The library remembers each reload.
  expect(sessionStorage).toHaveLength(0)

  online.mockReturnValue(true)
  read.mockResolvedValue({ Part: () => 'the part' })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('the part')).toBeTruthy()
})
