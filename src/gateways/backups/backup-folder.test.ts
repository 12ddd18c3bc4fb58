// The log beside the backups survives a change of its key and a line that was cut off; the marker is made once.
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CopiedErasure } from '#domain/backups/copied-acts.ts'
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
  await after.renewLog()
  expect(await alone.read()).toEqual(found)
})

test('the marker stays what it was first', async () => {
  const one = openBackupFolder(path.join(folder, 'new'), [next])
  expect(await one.readMarker()).toBeUndefined()
  one.makeMarker('first')
  one.makeMarker('second')
  expect(await one.readMarker()).toBe('first')
  expect(await readFile(path.join(folder, 'new', MARKER), 'utf8')).toBe('first\n')
})
