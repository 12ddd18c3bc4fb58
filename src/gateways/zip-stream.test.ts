// A zip closes the files that it is made of, also when it ends early.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createZipStream } from './zip-stream.ts'

const broken = () =>
  new Readable({
    read() {
      this.destroy(new Error('The file was changed'))
    },
  })

test('a file that cannot be read, or not be opened, ends the zip and nothing else', async () => {
  const failing = [
    () => Promise.resolve(broken()),
    () => Promise.reject(new Error('The file is gone')),
  ]
  for (const open of failing) {
    const { zip, output, addFile } = createZipStream()
    addFile('one.pdf', {}, open)
    zip.end()
    await expect(buffer(output)).rejects.toThrow('The file')
  }
})

test('a file is closed when the client left while it was read, or opened', async () => {
  for (const isOpened of [true, false]) {
    const file = new Readable({ read() {} })
    const opening = Promise.withResolvers<Readable>()
    const { zip, output, addFile } = createZipStream()
    addFile('one.pdf', {}, () => opening.promise)
    zip.end()
    if (isOpened) {
      opening.resolve(file)
      await once(file, 'resume')
    }
    output.destroy()
    await once(output, 'close')
    opening.resolve(file)
    await expect.poll(() => file.destroyed).toBe(true)
  }
})
