import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { askServer, listenForOperator, type OperatorCommands } from './operator-socket.ts'

const commands: OperatorCommands = (name) => {
  if (name === 'unknown') throw new Error('Unknown: unknown')
  return (async function* () {
    if (name === 'refused') throw new Error('Set BACKUP_DIR and BACKUP_KEY.')
    if (name === 'silent') return
    yield 'first '
    if (name === 'broken') throw new Error('The disk is full.')
    yield 'second'
  })()
}

async function listening(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-socket-'))
  const stop = await listenForOperator(folder, commands)
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })
  return folder
}

test('a command is answered by the server that has the folder open, or by nobody', async () => {
  const folder = await listening()
  expect(await text((await askServer(folder, 'keys'))!)).toBe('first second')
  expect(await text((await askServer(folder, 'silent'))!)).toBe('')
  expect(await askServer(path.join(folder, 'other'), 'keys')).toBeUndefined()
})

test('a command that fails says why; one that fails later breaks off; the server goes on', async () => {
  const folder = await listening()
  await expect(askServer(folder, 'refused')).rejects.toThrow('Set BACKUP_DIR and BACKUP_KEY.')
  await expect(askServer(folder, 'unknown')).rejects.toThrow('Unknown: unknown')
  await expect(askServer(folder, 'broken').then((answer) => text(answer!))).rejects.toThrow()
  expect(await text((await askServer(folder, 'keys'))!)).toBe('first second')
})
