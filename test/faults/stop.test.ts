// A second start on the same folder, and the order to stop: tried on the real program.
import { expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { startRefused } from '../e2e/program.ts'
import { createJob, found } from './applying.ts'
import { folder, start, stop, useDataFolder } from './data-folder.ts'
import { rounds } from './extent.ts'
import { record } from './record.ts'

useDataFolder()

// shows: interface-8
test('a second start on the same folder is refused in one sentence, and the first goes on', async () => {
  const { url } = await start()
  const owner = await found(url)
  const times = rounds(1, 50)
  let failures = 0
  for (let time = 0; time < times; time++) {
    const { code, output } = await startRefused(folder())
    // A person reads this: a stack would bury the sentence.
    const isPlain =
      output.includes('is in use by another Storehand process') && !/^\s+at /m.test(output)
    if (code !== 1 || !isPlain) failures += 1
  }
  const job = await createJob(owner, 'Packer')
  const { body } = await owner.call<{ jobs: JobPost[] }>('/api/jobs')
  expect(body.jobs.map(({ id }) => id)).toEqual([job.id])
  record('R3 second process on the folder', { faults: times, failures })
})

test('SIGTERM ends the program in order although a dashboard listens', async () => {
  const { url } = await start()
  const owner = await found(url)
  const live = await owner.fetch('/api/live')
  const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('hello')
  const ended = stop('SIGTERM')
  // Requests get 30 seconds to finish, and are cut off then; a stream has to be told, and comes to its end.
  for (let isOver = false; !isOver;) isOver = (await reader.read()).done
  expect(await ended).toMatchObject({ code: 0, signal: null })
})
