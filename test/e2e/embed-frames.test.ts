// The widget in pages of another origin: embedded by one script element, or by a plain frame.
import { describe, test } from 'vitest'
import { openApp, type Member } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import {
  expectFollowed,
  filler,
  frameOf,
  openOtherSite,
  snippetOf,
  twoShops,
} from './other-site.ts'

const app = await openApp()
const site = await openOtherSite()
const { owner, other } = await twoShops(app)

const snippet = (member: Member, look?: Record<string, string>) => snippetOf(app, member, look)

/** The script element alone, for where no style attribute may stand. */
const tagOf = (member: Member) => /<script[\s\S]*<\/script>/.exec(snippet(member))![0]

describe('by one script element', () => {
  // shows: 9-8
  test('it stands where the element does, and its height follows from step to step', async () => {
    const page = await site.open(
      '/jobs',
      `<main>${filler}<div id="place">${snippet(owner)}</div>${filler}</main>`,
    )
    const inside = page.locator('#place').frameLocator('iframe')
    await expect(inside.getByRole('heading', { name: 'Career Opportunities' })).toBeVisible()
    await expectFollowed(page, owner, inside)
    expect((await frameOf(page, owner).boundingBox())!.height).toBeGreaterThan(1200)

    // From far down in the list to a short step: its top is brought into sight.
    const last = inside.getByRole('button', { name: 'Apply Now: Tea Taster 1', exact: true })
    await last.click()
    await inside.getByRole('checkbox').check()
    await inside.getByRole('button', { name: 'Continue' }).click()
    await expect(
      inside.getByRole('heading', { name: 'Email Verification Required' }),
    ).toBeInViewport()
    await expectFollowed(page, owner, inside)
    await inside.getByLabel('Email').fill('maya@example.com')
    await inside.getByRole('button', { name: 'Send Verification Email' }).click()
    await expect(inside.getByRole('heading', { name: 'Verification Email Sent!' })).toBeVisible()
    await expectFollowed(page, owner, inside)
    const { code } = await app.mailTo('maya@example.com')
    await inside.getByLabel('Verification code').pressSequentially(code)
    await expect(inside.getByRole('heading', { name: 'Apply for Tea Taster 1' })).toBeInViewport()
    await expectFollowed(page, owner, inside)
    await page.close()
  })

  test.each([
    ['a phone', { width: 390, height: 844 }],
    ['a desk', { width: 1280, height: 900 }],
  ])('what stands below it stays where it is while it arrives: %s', async (_, viewport) => {
    for (const member of [owner, other]) {
      site.pages.set('/calm', { html: filler + snippet(member) + filler })
      const page = await newPage({ viewport })
      await page.addInitScript(() => {
        const shifts: number[] = Object.assign(window, { shifts: [] }).shifts
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as { value?: number }).value ?? 0)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      // Long after the shop's own words were painted, as over a slow line.
      let answer = () => {}
      const held = new Promise<void>((resolve) => (answer = resolve))
      await page.route(`${app.url}/embed.js`, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${site.url}/calm`, { waitUntil: 'commit' })
      await expect(page.getByText('Words of the shop.').last()).toBeAttached()
      await page.evaluate(
        () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))),
      )
      answer()
      await expectFollowed(page, member, page.frameLocator('iframe'))
      const total = await page.evaluate(async () => {
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
        const { shifts } = window as unknown as { shifts: number[] }
        return shifts.reduce((sum, shift) => sum + shift, 0)
      })
      expect(total).toBeLessThan(0.05)
      await page.close()
    }
  })

  test('two shops on one page keep apart, each with its own look', async () => {
    const page = await site.open(
      '/two',
      `<div id="one">${snippet(owner, { style: 'widget' })}</div>
      <div id="two">${snippet(other, { color: '008060' })}</div>`,
    )
    const one = page.locator('#one').frameLocator('iframe')
    const two = page.locator('#two').frameLocator('iframe')
    await expect(one.getByRole('button', { name: 'View All Opportunities' })).toBeVisible()
    await expect(two.getByRole('article', { name: 'Baker' })).toBeVisible()
    await expectFollowed(page, owner, one)
    await expectFollowed(page, other, two)
    const before = (await frameOf(page, other).boundingBox())!.height
    await one.getByRole('button', { name: 'View All Opportunities' }).click()
    await expect(one.getByRole('heading', { name: 'Career Opportunities' })).toBeVisible()
    await expectFollowed(page, owner, one)
    expect((await frameOf(page, other).boundingBox())!.height).toBe(before)
    await page.close()
  })

  // shows: 9-8
  test('nobody but its own frame sets its height or scrolls the page', async () => {
    site.pages.set('/stranger', {
      html: `<script>
        for (const height of [5000, -1, 'all', NaN]) {
          parent.postMessage({ type: 'storehand-resize', height }, '*')
        }
        parent.postMessage({ type: 'storehand-step', step: 'email' }, '*')
        parent.postMessage(null, '*')
      </script>`,
    })
    const page = await site.open('/hostile', snippet(owner) + filler.repeat(6))
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    const inside = page.frameLocator('iframe')
    await expect(inside.getByRole('heading', { name: 'Career Opportunities' })).toBeVisible()
    await expectFollowed(page, owner, inside)
    const height = (await frameOf(page, owner).boundingBox())!.height
    const place = await page.evaluate(async () => {
      scrollTo(0, 1000)
      const stranger = document.createElement('iframe')
      stranger.src = '/stranger'
      document.body.append(stranger)
      await new Promise((resolve) => stranger.addEventListener('load', resolve))
      // From the page itself too, and as if from the widget's origin.
      const data = { type: 'storehand-resize', height: 7000 }
      postMessage(data)
      dispatchEvent(new MessageEvent('message', { data, source: stranger.contentWindow }))
      // Messages of one window arrive in order, so those before this one have been heard.
      const heard = new Promise<void>((resolve) => {
        addEventListener('message', (message) => {
          if (message.data === 'last') resolve()
        })
      })
      postMessage('last')
      await heard
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
      return scrollY
    })
    expect((await frameOf(page, owner).boundingBox())!.height).toBe(height)
    expect(place).toBe(1000)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('it leaves no name behind, and a strict content policy is enough for it', async () => {
    const policy = `default-src 'none'; script-src ${app.url}; frame-src ${app.url}`
    const page = await site.open('/strict', tagOf(owner), { policy })
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.reload()
    const inside = page.frameLocator('iframe')
    await expect(inside.getByRole('heading', { name: 'Career Opportunities' })).toBeVisible()
    await expectFollowed(page, owner, inside)
    const names = await page.evaluate(() => Object.keys(window).length)
    const bare = await site.open('/bare', '')
    expect(names).toBe(await bare.evaluate(() => Object.keys(window).length + frames.length + 1))
    expect(complaints).toEqual([])
    await Promise.all([page.close(), bare.close()])
  })

  test('in the head it stands at the end of the page, or where data-in says', async () => {
    const tag = tagOf(owner)
    const page = await site.open('/head', '<p>Words</p>', { head: tag })
    await expect(page.frameLocator('p + iframe').getByRole('article').first()).toBeVisible()
    await page.close()
    const named = await site.open('/named', '<div id="here"></div><p>Words</p>', {
      head: tag.replace('async', 'data-in="#here" async'),
    })
    await expect(named.frameLocator('#here iframe').getByRole('article').first()).toBeVisible()
    await named.close()
  })

  // shows: 2-55
  test('it speaks what the page around it speaks, unless its element names a language', async () => {
    const page = await site.open(
      '/arabic',
      snippet(owner) + tagOf(other).replace('async', 'data-lang="de" async'),
      {
        lang: 'ar-EG',
      },
    )
    const arabic = frameOf(page, owner).contentFrame()
    await expect(arabic.locator('html[dir=rtl][lang=ar-EG]')).toBeAttached()
    await expect(arabic.getByRole('heading', { level: 1 })).toHaveText('فرص العمل')
    await expect(frameOf(page, other).contentFrame().locator('html')).toHaveAttribute('lang', 'de')
    await page.close()
  })

  test('far down the page it is asked for only when it comes near', async () => {
    const page = await site.open('/far', filler.repeat(40) + snippet(owner))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await expect(frameOf(page, owner)).toBeAttached()
    expect(asked).toContain('/embed.js')
    expect(asked).not.toContain('/embed')
    await page.mouse.wheel(0, 20_000)
    await expect.poll(() => asked).toContain('/embed')
    await page.close()
  })

  // shows: 2-50
  test('three placeholders stand in the frame until it is there', async () => {
    const page = await site.open('/slow', '')
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`${app.url}/embed?**`, async (route) => {
      await held
      await route.continue()
    })
    site.pages.set('/slow', { html: snippet(owner) })
    await page.goto(`${site.url}/slow`, { waitUntil: 'commit' })
    const frame = frameOf(page, owner)
    const bars = () =>
      frame.evaluate(
        (element) => getComputedStyle(element).backgroundImage.match(/linear-gradient/g)?.length,
      )
    await expect(frame).toHaveAttribute('aria-busy', 'true')
    expect(await bars()).toBe(9)
    answer()
    await expect(page.frameLocator('iframe').getByRole('article').first()).toBeVisible()
    await expect(frame).not.toHaveAttribute('aria-busy')
    expect(await bars()).toBeUndefined()
    await page.close()
  })

  test('with scripts blocked a link leads to the jobs', async () => {
    site.pages.set('/blocked', { html: snippet(other) })
    const page = await newPage({ javaScriptEnabled: false })
    await page.goto(`${site.url}/blocked`)
    await page.getByRole('link', { name: 'Job openings at Müller & Töchter' }).click()
    await expect(page.getByRole('article', { name: 'Baker' })).toBeVisible()
    await page.close()
  })
})

test('a frame that was there before the script is followed as well', async () => {
  const page = await site.open(
    '/frame',
    `<iframe data-storehand title="Job openings at Tiny Tea Shop" style="width:100%;height:600px;border:0"
      src="${app.url}/embed?org=${owner.organization.slug}"></iframe>`,
  )
  const inside = page.frameLocator('iframe')
  await expect(inside.getByRole('heading', { name: 'Career Opportunities' })).toBeVisible()
  expect((await frameOf(page, owner).boundingBox())!.height).toBe(600)
  await page.addScriptTag({ url: `${app.url}/embed.js` })
  await expectFollowed(page, owner, inside)
  await page.close()
})

describe('a frame that nobody follows', () => {
  // shows: 2-52, 9-9
  test('keeps the 600 pixels it was given, and its list scrolls inside, by keys too', async () => {
    const page = await site.open(
      '/alone',
      `<iframe title="Jobs" style="width:100%;height:600px;border:0"
        src="${app.url}/embed?org=${owner.organization.slug}"></iframe>`,
    )
    const inside = page.frameLocator('iframe')
    const list = inside.getByRole('region', { name: 'Career Opportunities' })
    const measure = () =>
      list.evaluate((element) => ({
        height: element.getBoundingClientRect().height,
        isLonger: element.scrollHeight > element.clientHeight,
        scrolled: element.scrollTop,
      }))
    expect(await measure()).toEqual({ height: 600, isLonger: true, scrolled: 0 })
    await list.focus()
    await page.keyboard.press('End')
    await expect.poll(async () => (await measure()).scrolled).toBeGreaterThan(0)
    await expect(inside.getByRole('article').last()).toBeInViewport()
    await page.close()
  })
})
