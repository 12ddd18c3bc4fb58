// Prepares jsdom for the screen tests, and cleans up after each of them.
import { format } from 'node:util'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { belongTo } from '#dashboard/ui/hooks/value-store.ts'
import { dismissAllToasts } from '#dashboard/ui/popups/toast.tsx'

// Testing Library sets this only where the test functions are globals.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Expected changes come at once or never; on a busy machine 'at once' can be seconds.
configure({ asyncUtilTimeout: 20_000 })

/** Not of ours: a background answer of a library that a test does not wait for, and what the router's lazy pages do. */
const IGNORED = /not wrapped in act|inside an `act` scope|suspend in a previous render/
const { error } = console
const complaints: string[] = []
beforeAll(() => {
  console.error = (...words) => {
    const text = format(...words)
    if (!IGNORED.test(text)) complaints.push(text)
    error(...words)
  }
})
// What React finds wrong in a component, such as two children of one key, it only writes.
afterEach(() => expect(complaints.splice(0)).toEqual([]))
afterAll(() => {
  console.error = error
})

afterEach(() => {
  // Modules are shared by all files of a worker: a message of one test must not wait for the next.
  dismissAllToasts()
  belongTo(undefined)
  cleanup()
  // Ends what waits for the person's next act, such as a focus that is kept.
  window.dispatchEvent(new Event('pointerdown'))
  localStorage.clear()
  sessionStorage.clear()
})

// One document serves all files of a worker: each leaves it as it found it.
let before: Node[] = []
beforeAll(() => {
  before = [...document.head.childNodes]
})
afterAll(async () => {
  // A false clock that takes along the document's frames would let the focus stand still in the next file.
  await new Promise(requestAnimationFrame)
  vi.unstubAllGlobals()
  document.head.replaceChildren(...before)
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
})
