// A site of another origin whose pages hold the widget.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { afterAll } from 'vitest'
import { loaderSnippet } from '#domain/careers/widget-snippets.ts'
import { readWidgetOptions } from '#domain/careers/widget.ts'
import type { Member, TestApp } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'

type Shown = { html: string; head?: string; policy?: string; lang?: string }

export type OtherSite = {
  url: string
  /** What it shows, by path. */
  pages: Map<string, Shown>
  open(path: string, html: string, more?: Omit<Shown, 'html'>): Promise<Page>
}

/** Awaited by a file outside of its tests; closed after the last of them. */
export async function openOtherSite(): Promise<OtherSite> {
  const pages = new Map<string, Shown>()
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      ...(page?.policy && { 'content-security-policy': page.policy }),
    })
    const { html, head = '', lang = 'en' } = page ?? { html: '' }
    response.end(
      `<!doctype html><html lang="${lang}"><title>Another site</title>${head}<body>${html}`,
    )
  }).listen(0, '127.0.0.1')
  afterAll(() => server.close())
  await once(server, 'listening')
  // Another name for this machine, so another origin and another site to the browser.
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    pages,
    async open(path, html, more = {}) {
      pages.set(path, { html, ...more })
      const page = await newPage({ viewport: { width: 900, height: 800 } })
      await page.goto(url + path)
      return page
    },
  }
}

/** The owners of two shops, the first of which has twelve jobs. */
export async function twoShops(app: TestApp): Promise<{ owner: Member; other: Member }> {
  const owner = await app.owner('Tiny Tea Shop')
  const other = await app.owner('Müller & Töchter')
  for (let number = 1; number <= 12; number += 1) {
    await app.job(owner, { title: `Tea Taster ${number}` })
  }
  await app.job(other, { title: 'Baker' })
  return { owner, other }
}

export const snippetOf = (app: TestApp, member: Member, look: Record<string, string> = {}) =>
  loaderSnippet({
    appUrl: app.url,
    shopName: member.organization.name,
    options: readWidgetOptions({ org: member.organization.slug, ...look }),
  })

export const filler = '<p style="height:300px">Words of the shop.</p>'

export const frameOf = (page: Page, member: Member) =>
  page.getByTitle(`Job openings at ${member.organization.name}`)

/** The frame is as tall as what it shows asks for, and nothing in it scrolls. */
export async function expectFollowed(
  page: Page,
  member: Member,
  inside: FrameLocator,
): Promise<void> {
  const content = () =>
    inside.locator('.widget').evaluate((element: HTMLElement) => element.offsetHeight)
  const frame = frameOf(page, member)
  await expect.poll(async () => (await frame.boundingBox())!.height - (await content())).toBe(40)
  expect(await inside.locator('html').getAttribute('data-follow')).toBe('f')
}
