// The log beside the backups survives a change of its key and a line that was cut off; the marker is made once.
import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CopiedAct, CopiedErasure } from '#domain/backups/copied-acts.ts'
import { cutoff } from '#test/cutoff.ts'
import { LOG, MARKER, openBackupFolder } from './backup-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-folder-'))
})
afterEach(() => rm(folder, { recursive: true }))

const [old, next] = [
  'the first key of the backups, long enough',
  'the second key of the backups, as long',
]
const erasure = (receipt: string): CopiedErasure => ({
  receipt,
  organization_id: 'shop',
  application_id: receipt,
  reason: 'staff',
  erased_at: '2026-11-26T00:00:00.000Z',
})

// shows: interface-81, interface-82
test('lines of a former key are read while it is given, and refused in one sentence without it', async () => {
  const before = openBackupFolder(folder, [old])
  expect([before.hasLog(), await before.read()]).toEqual([false, []])
  await before.append([erasure('one')])
  const after = openBackupFolder(folder, [next, old])
  await after.append([erasure('two'), erasure('one')])
  // As a crash leaves it.
  await appendFile(
    path.join(folder, LOG),
    (await readFile(path.join(folder, LOG), 'utf8')).slice(1, 40),
  )
  await after.append([erasure('three')])
  const found = (await after.read()) as CopiedErasure[]
  expect(found.map(({ receipt }) => receipt)).toEqual(['one', 'two', 'three'])
  const alone = openBackupFolder(folder, [next])
  await expect(alone.read()).rejects.toThrow(/BACKUP_KEY_PREVIOUS/)
  // From then on archives alone need the former key.
  await after.renewLog(cutoff(0))
  expect(await alone.read()).toEqual(found)
})

const act = (id: string, acted_at: string): CopiedAct => ({
  id,
  kind: 'invitation',
  organization_id: 'shop',
  subject: id,
  state: { forgotten: true },
  acted_at,
})

// shows: privacy-43
test('old acts leave the log, and nothing that another process appends meanwhile is lost', async () => {
  const [day, before] = ['2026-11-26T00:00:00.000000Z', '2026-11-25T23:59:59.999999Z']
  const one = openBackupFolder(folder, [next])
  await one.append([erasure('erased'), act('young', day)])
  const late = Array.from({ length: 200 }, (_, number) => act(`late-${number}`, day))
  const code = `import { openBackupFolder } from '#gateways/backups/backup-folder.ts'
    const folder = openBackupFolder(${JSON.stringify(folder)}, [${JSON.stringify(next)}])
    for (const act of ${JSON.stringify(late)}) await folder.append([act])`
  const other = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
  let isOver = false
  const ended = other.finally(() => (isOver = true))
  while (!isOver) {
    await one.append([act('old', before)])
    await one.renewLog(cutoff(Date.parse(day)))
  }
  await ended
  const found = await one.read()
  expect(found.map((entry) => ('id' in entry ? entry.id : entry.receipt)).toSorted()).toEqual(
    ['erased', 'young', ...late.map(({ id }) => id)].toSorted(),
  )
  expect(await readdir(folder)).toEqual([LOG])
})

test('the marker stays what it was first', async () => {
  const one = openBackupFolder(path.join(folder, 'new'), [next])
  expect(await one.readMarker()).toBeUndefined()
  one.makeMarker('first')
  one.makeMarker('second')
  expect(await one.readMarker()).toBe('first')
  expect(await readFile(path.join(folder, 'new', MARKER), 'utf8')).toBe('first\n')
})
