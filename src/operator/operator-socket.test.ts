import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  askServer,
  listenForOperator,
  type OperatorCommands,
  type Served,
} from './operator-socket.ts'

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

const explain = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function listening(): Promise<Served> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-socket-'))
  const served = { dataDir: folder, databaseUrl: undefined }
  const stop = await listenForOperator(served, commands, explain)
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })
  return served
}

/** Undefined when nobody answers. */
async function outputOf(served: Served, name: string): Promise<string | undefined> {
  const answer = await askServer(served, name)
  return answer && (await Array.fromAsync(answer)).join('')
}

test('a command is answered by the server that has the folder open, or by nobody', async () => {
  const served = await listening()
  expect(await outputOf(served, 'keys')).toBe('first second')
  expect(await outputOf(served, 'silent')).toBe('')
  expect(await outputOf({ ...served, dataDir: path.join(served.dataDir, 'other') }, 'keys')).toBe(
    undefined,
  )
})

test('a command that fails says why, also after a part of its answer; the server goes on', async () => {
  const served = await listening()
  await expect(outputOf(served, 'refused')).rejects.toThrow('Set BACKUP_DIR and BACKUP_KEY.')
  await expect(outputOf(served, 'unknown')).rejects.toThrow('Unknown: unknown')
  const pieces: string[] = []
  const broken = async () => {
    for await (const piece of (await askServer(served, 'broken'))!) pieces.push(piece)
  }
  await expect(broken()).rejects.toThrow('The disk is full.')
  expect(pieces).toEqual(['first '])
  expect(await outputOf(served, 'keys')).toBe('first second')
})

test('a server that stops in the midst of an answer is said', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-socket-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const served = { dataDir: folder, databaseUrl: undefined }
  const endless: OperatorCommands = async function* () {
    yield 'first '
    await new Promise(() => {})
  }
  const stop = await listenForOperator(served, endless, explain)
  const answer = (await askServer(served, 'keys'))![Symbol.asyncIterator]()
  expect((await answer.next()).value).toBe('first ')
  const rest = answer.next()
  await Promise.all([
    stop(),
    expect(rest).rejects.toThrow('The server stopped before it had answered.'),
  ])
})

test('a command with another database than the server is refused; a second server leaves the first one its socket', async () => {
  const served = await listening()
  const other = { ...served, databaseUrl: 'postgres://elsewhere/shop' }
  await expect(outputOf(other, 'keys')).rejects.toThrow(
    'has another DATABASE_URL than this command',
  )
  const stop = await listenForOperator(other, commands, explain)
  expect(await outputOf(served, 'keys')).toBe('first second')
  await stop()
  expect(await outputOf(served, 'keys')).toBe('first second')
})
