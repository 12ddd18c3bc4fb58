// Compares what the running product answers with the contract of the address.
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import {
  functionRefusalAnswer,
  isJsonAnswer,
  refusalAnswer,
  type Contract,
} from '#domain/contract.ts'
import { contracts } from '#domain/contracts.ts'

/** Those with fixed words first: 'GET /api/jobs/titles' is not the job 'titles'. */
const patterns = Object.entries<Contract>(contracts)
  .map(([address, contract]) => ({
    address,
    contract,
    pattern: new RegExp(`^${address.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
  }))
  .toSorted((one, other) => one.address.split(':').length - other.address.split(':').length)

function expectedOf(address: string, contract: Contract, status: number): z.ZodType | undefined {
  if (status >= 400) return address.includes(' /functions/') ? functionRefusalAnswer : refusalAnswer
  return isJsonAnswer(contract.answer) ? contract.answer : undefined
}

/** What is not as its contract says, in a sentence; nothing where all is, or where the answer is no JSON of ours. */
export async function answerFault(
  request: Request,
  response: Response,
): Promise<string | undefined> {
  const { pathname } = new URL(request.url)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const found = patterns.find(({ pattern }) => pattern.test(`${method} ${pathname}`))
  if (!found || request.method === 'HEAD') return undefined
  const { address, contract } = found
  const { status } = response
  const at = `${address} answered ${status}`
  const wanted = contract.answer === null ? 204 : (contract.status ?? 200)
  if (status < 300 && status !== wanted) return `${at} instead of ${wanted}`
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const schema = expectedOf(address, contract, status)
  if (!schema) return undefined
  if (!isJson) return status < 300 ? `${at} without JSON` : undefined
  const bytes = Buffer.from(await response.clone().arrayBuffer())
  const isCompressed = response.headers.get('content-encoding') === 'br'
  const body: unknown = JSON.parse(String(isCompressed ? brotliDecompressSync(bytes) : bytes))
  const parsed = schema.safeParse(body)
  if (!parsed.success) return `${at}: ${z.prettifyError(parsed.error)}`
  // A schema leaves out what it does not name.
  return isDeepStrictEqual(parsed.data, body)
    ? undefined
    : `${at} more than it says: ${String(bytes)}`
}
