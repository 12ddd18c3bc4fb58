// Reading and drawing pictures: in turn, for everybody, and without an end of the process.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SocialWords } from '#domain/careers/job-picture.ts'
import { png } from '#test/browser/pictures.ts'
import { heavyPictures } from '#test/input/heavy-pictures.ts'
import { openPictures, type PictureSource, type Pictures } from './pictures.ts'

let pictures: Pictures
beforeAll(() => {
  pictures = openPictures()
})
afterAll(() => pictures.stop())

const words: SocialWords = {
  shop: 'Tiny Tea Shop',
  title: 'Tea Taster',
  facts: 'Leeds',
  color: '1F6B52',
  brand: { name: 'Tiny Tea Shop', accent: null, logo: null },
  photo: null,
}
const sourceOf = (href: string, bytes: Uint8Array | null): PictureSource => ({
  href,
  read: () => Promise.resolve(bytes),
})
const draw = (owner: string, photo: PictureSource | null = null) =>
  pictures.drawSocial(owner, words, { logo: null, photo })

test('a shop that asks for many waits for its turn or is refused, and another shop is drawn', async () => {
  const many = Array.from({ length: 20 }, () => draw('one').catch((error: unknown) => error))
  const other = await draw('another')
  expect(Buffer.from(other).toString('latin1', 1, 4)).toBe('PNG')
  const refused = (await Promise.all(many)).filter((answer) => !(answer instanceof Uint8Array))
  expect(refused.length).toBeGreaterThan(10)
  for (const error of refused) expect(error).toMatchObject({ kind: 'unavailable', retryAfter: 5 })
})

test('a picture is read once for its content, and one that is gone or broken is left out', async () => {
  let reads = 0
  const photo = {
    href: 'a',
    read: () => {
      reads += 1
      return Promise.resolve(png({ width: 200, height: 200 }))
    },
  }
  const plain = await draw('one')
  const first = await draw('one', photo)
  expect(await draw('one', photo)).toEqual(first)
  expect(reads).toBe(1)
  expect(first).not.toEqual(plain)
  expect(await draw('one', sourceOf('b', null))).toEqual(plain)
  expect(await draw('one', sourceOf('c', Buffer.from('no picture')))).toEqual(plain)
})

test('the largest pictures are read and drawn, one after the other', async () => {
  const [deep, noise, plain] = heavyPictures.picture
  const read = (bytes = Buffer.alloc(0)) => pictures.read('one', bytes, 'picture')
  await expect(read(deep)).rejects.toMatchObject({ code: 'logo.deepColor' })
  expect(await read(noise)).toMatchObject({ kind: 'png', width: 4000, height: 4000 })
  expect(await read(plain)).toMatchObject({ kind: 'png', width: 4000, height: 4000 })
  const drawn = await draw('one', sourceOf('d', noise ?? null))
  expect(drawn).not.toEqual(await draw('one'))
})
