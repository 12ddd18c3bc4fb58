import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import { openBrowser } from '../browser/browser.ts'
