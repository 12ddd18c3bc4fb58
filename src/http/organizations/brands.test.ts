// An organization's name and appearance: changed only by its owners, and shown wherever applicants see it.
import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createTestApp, openApp, type Member } from '#test/app.ts'
import { textOf } from '#test/html.ts'
import { withoutCommitAnswers } from '#test/databases/failing-database.ts'
import { startBucket } from '#test/servers/s3.ts'
import { heavyPictures } from '#test/input/heavy-pictures.ts'
import { extendedWebp, jpeg, jpegWithPlace, png, pngChunk, webp } from '#test/browser/pictures.ts'
import type { Actor } from '#domain/accounts/access.ts'
import type { Brand } from '#domain/organizations/brand.ts'
import type { ShopProfile } from '#domain/organizations/profile.ts'
import { uploadLogo } from '#features/organizations/change-brand.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'

const app = await openApp()
const shop = await app.owner('Tiny Tea Shop')

const own = '/api/organizations/own'
const edit = (body: object, who = shop) => who.call<Brand>(own, { method: 'PATCH', body })

async function putLogo(picture: Buffer, who = shop) {
  const response = await who.fetch(`${own}/logo`, { method: 'PUT', body: new Uint8Array(picture) })
  const body = (await response.json()) as Brand & { error?: { message: string } }
  return { status: response.status, body, message: body.error?.message }
}

const session = async (who: Member) =>
  (await who.call<{ organization: Brand & { slug: string } }>('/api/session')).body.organization

describe('an owner', () => {
  test('renames the organization: everybody reads it, its addresses and its way in stay', async () => {
    const { slug } = shop.organization
    const job = await app.job(shop)
    const staff = await app.staff(shop)
    expect((await edit({ name: '  ' })).status).toBe(400)
    expect((await edit({ name: 'x'.repeat(121) })).status).toBe(400)
    // A name that another organization has is taken like any other: nobody learns that it is there.
    await app.owner('Grand Café')
    expect((await edit({ name: 'Grand Café' })).status).toBe(200)
    expect((await edit({ name: ' Tiny Tea & Cake ' })).body).toMatchObject({
      name: 'Tiny Tea & Cake',
    })
    expect(await session(staff)).toMatchObject({ name: 'Tiny Tea & Cake', slug })
    expect(await (await app.visitor().fetch(`/embed?org=${slug}`)).text()).toContain(job.title)
    const newcomer = await app.person()
    const asked = await newcomer.call('/api/organizations/join', {
      body: { name: 'Tiny Tea & Cake' },
    })
    expect(asked.status).toBe(202)
    const { body: people } = await shop.call<{ pending: { id: string }[] }>(
      '/api/organizations/members',
    )
    expect(people.pending.map(({ id }) => id)).toEqual([newcomer.userId])
    const { body: trail } = await shop.call<{ events: object[] }>('/api/audit')
    expect(trail.events).toContainEqual(
      expect.objectContaining({
        action: 'organization.renamed',
        details: { from: 'Grand Café', to: 'Tiny Tea & Cake' },
      }),
    )
  })

  // shows: choice-10
  test('gives it a colour, which the kept page of the widget has at once; an address with its own wins', async () => {
    const { slug } = shop.organization
    const job = await app.job(shop, { title: 'Tea Taster' })
    const colorAt = async (query: string) => {
      const page = await app.visitor().fetch(`/embed?org=${slug}${query}`)
      return /--a:(#\w+)/.exec(await page.text())?.[1]
    }
    expect(await colorAt('')).toBe('#8b5cf6')
    expect((await edit({ accent: '#1f6b52' })).body.accent).toBe('1F6B52')
    expect(await colorAt('')).toBe('#1f6b52')
    expect(await colorAt(`&step=email&consent=yes&roleId=${job.id}`)).toBe('#1f6b52')
    expect(await colorAt('&color=8B5CF6')).toBe('#8b5cf6')
    expect(await colorAt('&color=008060')).toBe('#008060')
    for (const accent of ['red', '12345', '#1f6b52;}']) {
      const refused = await edit({ accent })
      expect([accent, refused.status]).toEqual([accent, 400])
      expect(refused.body).toMatchObject({
        error: { message: 'Enter a colour as six digits, such as #1F6B52.' },
      })
    }
    expect(await colorAt('')).toBe('#1f6b52')
    expect((await edit({ accent: null })).body.accent).toBeNull()
    expect(await colorAt('')).toBe('#8b5cf6')
  })

  // shows: choice-11
  test('gives it a logo: mails and the pages they lead to have it, and it is served as nothing but a picture', async () => {
    const job = await app.job(shop, { title: 'Logo Keeper' })
    await edit({ accent: 'FFD400' })
    const { status, body } = await putLogo(png({ behind: '<script>alert(1)</script>' }))
    expect(status).toBe(200)
    expect(body.logo).toMatchObject({ width: 48, height: 32 })
    const href = body.logo?.href ?? ''
    const picture = await app.visitor().fetch(href)
    expect(picture.status).toBe(200)
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png())

    const grant = await app.grant('maya@example.com', job)
    const mail = await app.mailTo('maya@example.com', /^Your code/)
    expect(mail.html).toContain(`<img src="${app.url}${href}" width="48" height="32" alt="Tiny`)
    // Yellow takes dark words, and a rim that stands out from white.
    expect(mail.html).toMatch(/background-color:#FFD400;color:#1D1724">Verify/)
    expect(mail.text).toContain('Tiny Tea & Cake')
    const query = new URLSearchParams({
      email: 'maya@example.com',
      roleId: job.id,
      roleTitle: job.title,
      token: grant,
    })
    const page = await (await app.visitor().fetch(`/application?${query}`)).text()
    // The link in the mail opens one page, and that the other: an applicant stays with the shop.
    const link = await (await app.visitor().fetch(`/verify?token=${mail.token}`)).text()
    for (const html of [page, link]) {
      expect(html).toContain(
        `<img src="${href}" width="48" height="32" alt="Tiny Tea &amp; Cake"/>`,
      )
      expect(html).toContain('--fill:#FFD400')
      expect(html).not.toContain('href="/auth"')
    }

    // Another picture has another address, and the one before is nobody's any more.
    const next = await putLogo(webp)
    expect((await app.visitor().fetch(href)).status).toBe(404)
    const removed = await shop.call<Brand>(`${own}/logo`, { method: 'DELETE' })
    expect(removed.body.logo).toBeNull()
    expect((await app.visitor().fetch(next.body.logo?.href ?? '')).status).toBe(404)
  })
})

describe('a picture', () => {
  const wide = png({ width: 2001, height: 16 })
  const noText = 'This is not a PNG, JPEG or WebP picture. Choose another one.'
  const damaged = 'This picture is damaged or not complete. Choose another one.'
  const moving = 'This picture is animated. Choose one that is not.'
  const flipped = Buffer.from(png())
  flipped[45] = (flipped[45] ?? 0) ^ 1

  const deep = 'This picture has 16 bits for each colour. Save it with 8 bits and choose it again.'
  const more = pngChunk('IDAT', deflateSync(Buffer.alloc(32 * (1 + 48 * 3) + 1)))
  const longer = Buffer.concat([png().subarray(0, 33), more, pngChunk('IEND', Buffer.alloc(0))])
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from('ffda', 'hex')), -2)
  const manyScans = Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: 1000 }, () => scan),
    jpeg.subarray(-2),
  ])

  test.each<[string, Buffer, number, string]>([
    ['nothing', Buffer.alloc(0), 400, noText],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, noText],
    [
      'SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      400,
      noText,
    ],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 400, noText],
    ['GIF', Buffer.from('GIF89a0000000000'), 400, noText],
    ['a PNG that ends early', png().subarray(0, -20), 400, damaged],
    ['a PNG with a wrong bit', flipped, 400, damaged],
    ['a PNG that moves', png({ chunks: [pngChunk('acTL', Buffer.alloc(8))] }), 400, moving],
    ['a PNG that unpacks to more than it says', longer, 400, damaged],
    ['a PNG of 16 bits a colour', heavyPictures.logo[0] ?? png(), 400, deep],
    ['a JPEG that ends early', jpeg.subarray(0, -2), 400, damaged],
    ['a JPEG of a thousand scans', manyScans, 400, damaged],
    ['a JPEG without a picture', Buffer.from('ffd8ffd9', 'hex'), 400, damaged],
    ['a WebP that ends early', webp.subarray(0, -4), 400, damaged],
    ['a WebP that moves', extendedWebp(0x02, [['ANIM', Buffer.alloc(6)]]), 400, moving],
    [
      'too many pixels',
      wide,
      400,
      'This picture is 2001 by 16 pixels. A logo can have at most 2000 by 2000.',
    ],
    [
      'too few',
      png({ width: 15 }),
      400,
      'This picture is 15 by 32 pixels. A logo needs at least 16 by 16.',
    ],
    [
      'too many bytes',
      Buffer.concat([png(), Buffer.alloc(1024 * 1024)]),
      413,
      'This picture is larger than 1 MB. Choose a smaller one.',
    ],
    [
      '20 MB',
      Buffer.alloc(20 * 1024 * 1024),
      413,
      'This picture is larger than 1 MB. Choose a smaller one.',
    ],
  ])('is refused in words: %s', async (_, picture, status, message) => {
    const answer = await putLogo(picture)
    expect([answer.status, answer.message]).toEqual([status, message])
    expect((await session(shop)).logo).toBeNull()
  })

  test('is kept without what else stood in its file, and the right way up', async () => {
    const stored = async (picture: Buffer) => {
      const { body } = await putLogo(picture)
      const served = await app.visitor().fetch(body.logo?.href ?? '')
      return { ...body.logo, bytes: Buffer.from(await served.arrayBuffer()) }
    }
    const photo = await stored(jpegWithPlace())
    // It lies on its side: shown it is 32 wide.
    expect(photo).toMatchObject({ width: 32, height: 48 })
    expect(photo.bytes.toString('latin1')).not.toMatch(/51\.5007N|script/)
    expect(photo.bytes.length).toBeLessThan(jpeg.length + 40)
    const text = pngChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))
    expect((await stored(png({ chunks: [text] }))).bytes).toEqual(png())
    const place = Buffer.from('Exif 51.5007N')
    const extended = await stored(extendedWebp(0x08, [['EXIF', place]]))
    expect(extended.bytes).toEqual(extendedWebp(0, []))
    await shop.call(`${own}/logo`, { method: 'DELETE' })
  })

  test('is read sixty times an hour for one organization', async () => {
    const busy = await app.owner('Busy Shop')
    const answers = new Map<number, number>()
    for (let at = 0; at < 61; at += 1) {
      const { status } = await putLogo(png(), busy)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(answers)).toEqual({ 200: 60, 429: 1 })
    expect((await putLogo(png())).status).toBe(200)
    await shop.call(`${own}/logo`, { method: 'DELETE' })
  })
})

describe('what the public page says', () => {
  const profile = '/api/organizations/own/profile'
  const save = (body: object, who = shop) =>
    who.call<ShopProfile & { error?: { message: string } }>(profile, { method: 'PATCH', body })
  const page = async () => (await app.visitor().fetch(`/careers/${shop.organization.slug}`)).text()

  // shows: interface-90
  test('is written by owners, read by staff, and on the page at once as text', async () => {
    expect(await page()).not.toContain('About')
    const about = 'We blend <b>tea</b>.\n\nSince {{1911}}.'
    const saved = await save({ about, website: 'tea.example', address: '1 Row\nLeeds' })
    expect(saved.body).toEqual({
      about,
      website: 'https://tea.example/',
      address: '1 Row\nLeeds',
      picture: null,
      cover: null,
      benefits: [],
      portraits: [],
    })
    const html = await page()
    // Its short first paragraph is above the jobs, the rest beside them.
    expect(textOf(html)).toContain('Jobs at Tiny Tea & Cake We blend <b>tea</b>.')
    expect(textOf(html)).toContain('About Tiny Tea & Cake Since {{1911}}. Address 1 Row Leeds')
    expect(html).not.toContain('<b>tea')
    expect(html).toContain('href="https://tea.example/" rel="noopener">tea.example')
    const staff = await app.staff(shop)
    expect((await staff.call(profile)).body).toEqual(saved.body)
    expect((await save({ about: 'Mine' }, staff)).status).toBe(403)
    // Another organization's owner reads and changes their own alone.
    const other = await app.owner('Other Words')
    expect((await other.call(profile)).body).toMatchObject({ about: null, website: null })
    await save({ about: 'Others' }, other)
    expect((await shop.call(profile)).body).toEqual(saved.body)
    expect((await save({ about: ' ', website: '', address: '' })).body.website).toBeNull()
    expect(await page()).not.toContain('About')
  })

  test.each([
    [{ website: 'javascript:alert(1)' }, 'Enter the address of your website'],
    [{ website: 'https://ruth:secret@tea.example' }, 'Enter the address of your website'],
    [{ website: `https://tea.example/${'x'.repeat(300)}` }, 'Enter the address of your website'],
    [{ about: 'x'.repeat(2001) }, 'About the shop'],
    [{ address: 'x'.repeat(301) }, 'Address'],
  ])('is refused in words: %o', async (body, message) => {
    const { status, body: answer } = await save(body)
    expect([status, answer.error?.message]).toEqual([400, expect.stringContaining(message)])
  })

  // shows: interface-93
  test('has a picture for shared links, which is none with a script or of 20 MB', async () => {
    const put = async (bytes: Buffer) => {
      const body = new Uint8Array(bytes)
      const response = await shop.fetch(`${own}/picture`, { method: 'PUT', body })
      const answer = (await response.json()) as ShopProfile & { error?: { message: string } }
      return { status: response.status, ...answer }
    }
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    )
    expect(await put(svg)).toMatchObject({
      status: 400,
      error: { message: 'This is not a PNG, JPEG or WebP picture. Choose another one.' },
    })
    expect(await put(Buffer.alloc(20 * 1024 * 1024))).toMatchObject({
      status: 413,
      error: { message: 'This picture is larger than 4 MB. Choose a smaller one.' },
    })
    expect((await put(png({ width: 100, height: 300 }))).status).toBe(400)
    const first = await put(png({ width: 300, height: 200 }))
    expect(first.picture).toMatchObject({ width: 300, height: 200 })
    expect(await page()).toContain(`property="og:image" content="${app.url}${first.picture?.href}"`)
    const second = await put(png({ width: 240, height: 200 }))
    expect((await app.visitor().fetch(first.picture?.href ?? '')).status).toBe(404)
    expect((await app.visitor().fetch(second.picture?.href ?? '')).status).toBe(200)
    app.clock.move(2 * 3600)
    expect(await sweepFiles(app.deps)).toBe(0)
    const removed = await shop.call<ShopProfile>(`${own}/picture`, { method: 'DELETE' })
    expect(removed.body.picture).toBeNull()
  })
})

// shows: choice-11
test("another organization's owner and the own staff change nothing of it", async () => {
  const before = await session(shop)
  const staff = await app.staff(shop)
  expect((await edit({ name: 'Mine' }, staff)).status).toBe(403)
  expect((await putLogo(png(), staff)).status).toBe(403)
  const other = await app.owner('Other Shop')
  expect((await edit({ name: 'Other Name', accent: '000000' }, other)).status).toBe(200)
  const theirs = await putLogo(jpeg, other)
  expect(theirs.status).toBe(200)
  expect(await session(shop)).toEqual(before)
  // The picture itself is for everybody, and for as long as its organization is there.
  const href = theirs.body.logo?.href ?? ''
  expect((await shop.fetch(href)).status).toBe(200)
  await app.deps.db.pool.query(
    `update profiles set organization_id = null, is_approved = false, role = 'staff'
     where id = $1`,
    [other.userId],
  )
  await app.deps.db.pool.query('delete from organizations where id = $1', [other.organization.id])
  expect((await shop.fetch(href)).status).toBe(404)
  app.clock.move(2 * 3600)
  expect(await sweepFiles(app.deps)).toBe(1)
  expect(await app.deps.files.exists(href.slice(1))).toBe(false)
})

test('a picture stays when it is stored and the answer to that is lost', async () => {
  const owner = await app.owner('Lost Answer Shop')
  const actor: Actor = {
    user_id: owner.userId,
    session_id: '',
    email: owner.email,
    first_name: '',
    last_name: '',
    organization_id: owner.organization.id,
    role: 'organization_owner',
    is_approved: true,
  }
  // Not over HTTP, where reading the session is a transaction too.
  const uploading = withoutCommitAnswers(app.deps.db, () =>
    uploadLogo(app.deps, actor, png({ width: 48, height: 32 })),
  )
  await expect(uploading).rejects.toThrow('Connection terminated')
  const href = (await session(owner)).logo?.href
  expect(href).toMatch(/^\/logos\//)
  expect(await app.deps.files.exists(href?.slice(1) ?? '')).toBe(true)
})

test('a picture that is only asked about, as link previews do, holds no file of the storage open', async () => {
  const bucket = await startBucket()
  const elsewhere = await createTestApp({ env: { STORAGE_URL: bucket.url } })
  const owner = await elsewhere.owner()
  const content = Buffer.alloc(900_000, 'x')
  const name = `${randomUUID()}.png`
  await (await elsewhere.deps.files.stage([content], null)).take(`logos/${name}`)
  await elsewhere.deps.db.pool.query(
    'update organizations set logo_name = $1, logo_width = 100, logo_height = 100 where id = $2',
    [name, owner.organization.id],
  )
  const visitor = elsewhere.visitor()
  // More than the S3 client has sockets.
  const asked = await Promise.all(
    Array.from({ length: 60 }, () => visitor.fetch(`/logos/${name}`, { method: 'HEAD' })),
  )
  for (const { status } of asked) expect(status).toBe(200)
  const served = await visitor.fetch(`/logos/${name}`)
  expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true)
  await elsewhere.close()
  await bucket.close()
})
