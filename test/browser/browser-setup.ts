// Runs once before the browser tests: one Chromium that all of them share.
import { chromium } from '@playwright/test'
import type { TestProject } from 'vitest/node'
import { chromiumArguments, findChromium } from '../../scripts/find-chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: await findChromium(),
    args: chromiumArguments,
    host: '127.0.0.1',
  })
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}
