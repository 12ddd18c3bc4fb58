// The consent's checkbox, even when it was ticked before React hydrated the page.
import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readWidgetOptions } from '#domain/careers/widget.ts'
import { ConsentForm } from './consent-form.tsx'

const form = (
  <ConsentForm
    options={readWidgetOptions({})}
    job={{ id: '1', title: 'Packing Lead' }}
    recipient="Tiny Tea Shop"
  />
)

async function takeOver(isTicked: boolean): Promise<HTMLElement> {
  const page = document.createElement('main')
  page.innerHTML = renderToString(form)
  document.body.replaceChildren(page)
  if (isTicked) screen.getByRole<HTMLInputElement>('checkbox').checked = true
  await act(async () => {
    hydrateRoot(page, form)
  })
  return screen.getByRole('button', { name: 'Continue' })
}

// shows: 2-62
test('Continue waits for the box', async () => {
  const button = await takeOver(false)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  act(() => screen.getByRole('checkbox').click())
  expect(button.getAttribute('aria-disabled')).toBeNull()
})

test('Continue is ready when the box was ticked before React came', async () => {
  const button = await takeOver(true)
  expect(button.getAttribute('aria-disabled')).toBeNull()
})
