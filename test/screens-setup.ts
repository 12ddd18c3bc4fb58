// Prepares the imitated browser of the screen tests, and tidies it up after each of them.
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Testing Library sets this itself only where the test functions are globals, which they are not here.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
