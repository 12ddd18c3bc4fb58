// Prepares the imitated browser of the screen tests, and tidies it up after each of them.
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Testing Library sets this itself only where the test functions are globals, which they are not here.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// What is waited for comes at once or never; on a machine with much else to do 'at once' can be seconds.
configure({ asyncUtilTimeout: 20_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
