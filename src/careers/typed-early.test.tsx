// Text typed into a page before React hydrated it.
import { act } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { announceTyped, putBackTyped, readTyped } from './typed-early.ts'

function Letter({ root }: { root: Element | null }) {
  const [typed] = useState(() => (root ? readTyped(root) : []))
  useLayoutEffect(() => {
    putBackTyped(typed)
    announceTyped(typed)
  }, [typed])
  return (
    <>
      <input name="firstName" defaultValue="Maya" />
      <textarea name="coverLetter" defaultValue="I like tea." />
    </>
  )
}

test('a text that replaced the server’s is still there, with its caret, and what listens learns of it', async () => {
  const page = document.createElement('main')
  page.innerHTML = renderToString(<Letter root={null} />)
  document.body.replaceChildren(page)
  const letter = page.querySelector('textarea')!
  letter.focus()
  letter.value = 'I like tea and people.'
  letter.setSelectionRange(11, 14)
  const heard = vi.fn()
  page.addEventListener('input', ({ target }) => heard((target as HTMLInputElement).name))

  await act(async () => {
    hydrateRoot(page, <Letter root={page} />)
  })
  expect(page.querySelector('textarea')).toBe(letter)
  expect(letter.value).toBe('I like tea and people.')
  expect([letter.selectionStart, letter.selectionEnd]).toEqual([11, 14])
  expect(document.activeElement).toBe(letter)
  expect(heard.mock.calls).toEqual([['coverLetter']])
})
