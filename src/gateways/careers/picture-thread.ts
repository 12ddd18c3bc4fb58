// The worker thread of pictures.ts: takes a piece of work and posts its answer.
import { parentPort } from 'node:worker_threads'
import { READY } from '../limited-thread.ts'
import { PictureRefusal } from '../organizations/picture-refusal.ts'
import type { PictureAnswer, PictureWork } from './pictures.ts'

// Each is loaded when it is first needed: an upload needs no canvas.
async function answerTo(work: PictureWork): Promise<PictureAnswer> {
  switch (work.kind) {
    case 'read': {
      const { readPicture } = await import('../organizations/logo-picture.ts')
      return { read: await readPicture(Buffer.from(work.bytes.buffer), work.use) }
    }
    case 'scale': {
      const { scalePicture } = await import('./scale-picture.ts')
      const scaled = await scalePicture(work.bytes, work.box)
      return { drawn: scaled && new Uint8Array(scaled) }
    }
    case 'social': {
      const { drawSocialPicture } = await import('./social-picture.ts')
      return { drawn: new Uint8Array(await drawSocialPicture(work)) }
    }
    case 'poster': {
      const { drawPoster } = await import('./job-poster.ts')
      return { drawn: new Uint8Array(await drawPoster(work.words, work)) }
    }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
parentPort?.postMessage(READY)
parentPort?.on('message', (work: PictureWork) => {
  const post = (answer: PictureAnswer) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
    parentPort?.postMessage(answer)
  }
  answerTo(work).then(post, (error: unknown) => {
    if (!(error instanceof PictureRefusal)) throw error
    post({ refused: error.code, measures: error.measures })
  })
})
