// Loaded before the program by `node --import`: ends it as kill -9 does when a submit passes the point KILL_AT for the KILL_TURN-th
// time. It wraps functions of Node and of the database driver, so that the product has no hook for it.
import fs from 'node:fs'
import fsPromises, { type FileHandle } from 'node:fs/promises'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import type { KillPoint } from './kill-points.ts'

const wanted = process.env['KILL_AT']
let turn = Number(process.env['KILL_TURN'] ?? 1)
/** Starting and looking whether the program is ready write files too. */
let hasSubmits = false

function pass(point: KillPoint): void {
  if (point !== wanted || !hasSubmits) return
  turn -= 1
  if (turn <= 0) process.kill(process.pid, 'SIGKILL')
}

const isSubmit = (url: string | undefined) => url?.includes('step=apply') ?? false

type Any<Self, Result> = (this: Self, ...values: unknown[]) => Result
/** Read by name: each is called with the object that it belongs to. */
const methodOf = <Self, Result = unknown>(owner: object, name: string) =>
  Reflect.get(owner, name) as Any<Self, Result>

const emit = methodOf<http.Server, boolean>(http.Server.prototype, 'emit')
http.Server.prototype.emit = function (this: http.Server, event: string, ...rest: unknown[]) {
  const [request] = rest
  if (event === 'request' && request instanceof http.IncomingMessage && isSubmit(request.url)) {
    hasSubmits = true
    pass('the request has arrived')
  }
  return emit.call(this, event, ...rest)
}
const end = methodOf<http.ServerResponse, http.ServerResponse>(http.ServerResponse.prototype, 'end')
http.ServerResponse.prototype.end = function (this: http.ServerResponse, ...values: unknown[]) {
  const ended = end.apply(this, values)
  if (isSubmit(this.req.url)) pass('the answer is given to the system')
  return ended
}

const handle = await fsPromises.open(import.meta.filename)
const ofHandles = Object.getPrototypeOf(handle) as FileHandle
await handle.close()
const writev = methodOf<FileHandle, ReturnType<FileHandle['writev']>>(ofHandles, 'writev')
const datasync = methodOf<FileHandle>(ofHandles, 'datasync')
const sync = methodOf<FileHandle>(ofHandles, 'sync')
ofHandles.writev = async function (this: FileHandle, ...values) {
  const written = await writev.apply(this, values)
  pass('the first bytes of the file are written')
  return written
} as FileHandle['writev']
ofHandles.datasync = async function (this: FileHandle) {
  pass('the file is written, not flushed')
  await datasync.call(this)
  pass('the file is flushed, not in the storage')
}
ofHandles.sync = async function (this: FileHandle) {
  pass('the file is in the storage, its folder not flushed')
  await sync.call(this)
  pass('the folder is flushed, no row names the file')
}
syncBuiltinESMExports()

/** Whose transaction has inserted an application. */
const written = new WeakSet<pg.Client>()

const query = methodOf<pg.Client>(pg.Client.prototype, 'query')
pg.Client.prototype.query = function (this: pg.Client, ...values: unknown[]) {
  const [asked] = values
  const text = typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? '')
  const isCommit = text.trim() === 'commit'
  // One statement without a transaction around it: its answer says that it is committed.
  const isFile = /insert into "?cv_files/.test(text)
  const isApplication = isCommit && written.delete(this)
  if (isApplication) pass('the application is written, not committed')
  const answer = query.apply(this, values)
  if (/insert into "?applicants[" ]/.test(text)) written.add(this)
  // After this turn of the event loop, which keeps what is asked until its end.
  if (isFile) setImmediate(() => pass('the row of the file is asked for'))
  if (isApplication) pass('the commit is asked for')
  if ((isFile || isApplication) && answer instanceof Promise) {
    return answer.then((result: unknown) => {
      if (isFile) pass('the row of the file is committed')
      if (isApplication) pass('the application is committed, not answered')
      return result
    })
  }
  return answer
} as typeof pg.Client.prototype.query

// Said once, so that a run that waits for a point which no longer exists does not look like one that passed.
if (wanted !== undefined) fs.writeSync(2, `The program will be killed when ${wanted}.\n`)
