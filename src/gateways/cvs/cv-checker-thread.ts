// The worker thread of cv-checker.ts: takes a file and posts the active content found in it.
import { parentPort } from 'node:worker_threads'
import { READY } from '../limited-thread.ts'
import type { CvKind } from '#domain/cvs/cvs.ts'
import { findActiveContent } from './active-content.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
parentPort?.postMessage(READY)
parentPort?.on('message', ({ content, kind }: { content: Uint8Array; kind: CvKind }) => {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  void findActiveContent(buffer, kind)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
    .then((found) => parentPort?.postMessage(found))
})
