// Prepares jsdom for the screen tests, and cleans up after each of them.
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { dismissAllToasts } from '#dashboard/ui/popups/toast.tsx'

// Testing Library sets this only where the test functions are globals.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Expected changes come at once or never; on a busy machine 'at once' can be seconds.
configure({ asyncUtilTimeout: 20_000 })

afterEach(() => {
  // Modules are shared by all files of a worker: a message of one test must not wait for the next.
  dismissAllToasts()
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
