// Starts a server in its own process, so that its processor time can be measured.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { allocatorOptions, nodeOptions } from './start-options.ts'
import type { QuestionName, Questions, Reply } from './million/questions.ts'

export type Child = {
  ask<Name extends QuestionName>(
    name: Name,
    input: Questions[Name]['input'],
  ): Promise<Questions[Name]['answer']>
  stop(): Promise<void>
}

type Waiting = { resolve: (answer: unknown) => void; reject: (error: Error) => void }

export function startChild(): Child {
  const child = fork(path.join(import.meta.dirname, 'server.ts'), {
    execArgv: nodeOptions,
    // Buffers are transferred without conversion.
    serialization: 'advanced',
    // As in production; the key is used only in this run.
    env: {
      ...process.env,
      ...allocatorOptions,
      NODE_ENV: 'production',
      SECRET_KEY: 'bench '.repeat(8),
    },
  })
  const waiting = new Map<number, Waiting>()
  let asked = 0
  child.on('message', (reply: Reply) => {
    const asker = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) asker?.reject(new Error(reply.error))
    else asker?.resolve(reply.answer)
  })
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The server ended with ${code}`))
  })
  return {
    ask(name, input) {
      const id = ++asked
      child.send({ id, name, input })
      // The server answers each request with its own type.
      return new Promise<unknown>((resolve, reject) =>
        waiting.set(id, { resolve, reject }),
      ) as never
    },
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
