// A local server that speaks OpenAI's chat protocol, including the event stream, with scripted answers.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type Question = {
  path: string
  authorization: string | undefined
  body: {
    model: string
    stream?: boolean
    messages: { role: string; content: string }[]
    response_format?: { type: string }
  }
  /** The client closed the connection before the end of the answer. */
  isAbandoned: boolean
}

/** The next answer: a text of the model, a refusal, or a fault. A text that is held has no end until the client leaves. */
export type AiAnswer =
  | { text: string; pace?: number; finish?: string; thinks?: string; isDelayed?: boolean }
  /** The whole answer at once, like a server without streaming. */
  | { whole: string }
  | { status: number; body?: string }
  /** Starts the text, then closes or breaks the connection. */
  | { cut: string; how: 'close' | 'break' }
  /** Accepts the request and sends nothing, or stops after the start. */
  | { silent: true; after?: string }
  /** An answer of another protocol. */
  | { page: string }
  | { redirect: string }
  /** Never stops writing. */
  | { endless: true }

export type FakeAi = {
  /** The value for AI_BASE_URL. */
  url: string
  questions: Question[]
  /** The next answers; after them, `otherwise`. */
  answers: AiAnswer[]
  otherwise: AiAnswer
  /** Refuses a JSON schema, like small servers. */
  knowsSchemas: boolean
  close(): Promise<void>
}

export const written = {
  fullDescription: 'You look after the shop floor.\n\nYou like people and tea.',
  requiredQualifications: ['Greet and advise customers', 'Keep the shop floor in order'],
  benefits: ['Staff discount of 40%', 'Paid training days'],
}

export async function startFakeAi(): Promise<FakeAi> {
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ai: FakeAi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions: [],
    answers: [],
    otherwise: { text: JSON.stringify(written) },
    knowsSchemas: true,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const question: Question = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: (await json(request)) as Question['body'],
      isAbandoned: false,
    }
    ai.questions.push(question)
    response.on('close', () => (question.isAbandoned = !response.writableEnded))
    const wantsSchema = question.body.response_format?.type === 'json_schema'
    if (wantsSchema && !ai.knowsSchemas) {
      refuse(response, 400, '{"error":{"message":"response_format json_schema is not supported"}}')
      return
    }
    await give(response, ai.answers.shift() ?? ai.otherwise)
  }
  return ai
}

function refuse(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'small',
    choices: [{ index: 0, delta, finish_reason }],
  })}\n\n`

async function give(response: ServerResponse, answer: AiAnswer): Promise<void> {
  if ('status' in answer) {
    refuse(response, answer.status, answer.body ?? '{"error":{"message":"no"}}')
    return
  }
  if ('redirect' in answer) {
    response.writeHead(307, { location: answer.redirect }).end()
    return
  }
  if ('page' in answer) {
    response.writeHead(200, { 'content-type': 'text/html' }).end(answer.page)
    return
  }
  if ('whole' in answer) {
    const message = { role: 'assistant', content: answer.whole }
    const body = {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    }
    refuse(response, 200, JSON.stringify(body))
    return
  }
  if ('silent' in answer && !answer.after) return
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk({ role: 'assistant', content: '' }))
  if ('silent' in answer) {
    response.write(chunk({ content: answer.after }))
    return
  }
  if ('cut' in answer) {
    response.write(chunk({ content: answer.cut }))
    // A pause, so that the part arrives before the connection breaks.
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (answer.how === 'break') response.destroy()
    else response.end()
    return
  }
  if ('endless' in answer) {
    response.write(chunk({ content: '{"fullDescription":"' }))
    while (!response.destroyed) {
      response.write(chunk({ content: 'tea '.repeat(2000) }))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return
  }
  if (answer.thinks) response.write(chunk({ content: `<think>${answer.thinks}</think>` }))
  for (const piece of answer.text.match(/[^]{1,12}/g) ?? []) {
    response.write(chunk({ content: piece }))
    if (answer.pace) await new Promise((resolve) => setTimeout(resolve, answer.pace))
    if (response.destroyed) return
  }
  if (answer.isDelayed) return
  response.write(chunk({}, answer.finish ?? 'stop'))
  response.end('data: [DONE]\n\n')
}
