// Compares answers with the contract of their address: those of the running product in tests, and those of its replacement in
// screen tests.
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

/** Addresses with fixed segments first: 'GET /api/jobs/titles' is not the job 'titles'. */
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

const contractOf = (method: string, path: string) => {
  const [pathname = ''] = path.split('?')
  return patterns.find(({ pattern }) => pattern.test(`${method} ${pathname}`))
}

async function jsonOf(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.clone().arrayBuffer())
  const isCompressed = response.headers.get('content-encoding') === 'br'
  return JSON.parse(String(isCompressed ? brotliDecompressSync(bytes) : bytes))
}

const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') ?? false

type Asked = { method: string; path: string }

/** The difference between an answer and its contract, in a sentence; undefined without one, or when it is not JSON of ours. */
export async function answerFault(
  { method, path }: Asked,
  response: Response,
): Promise<string | undefined> {
  const found = contractOf(method, path)
  if (!found) return undefined
  const { address, contract } = found
  const { status } = response
  const at = `${address} answered ${status}`
  const wanted = contract.answer === null ? 204 : (contract.status ?? 200)
  if (status < 300 && status !== wanted) return `${at} instead of ${wanted}`
  const schema = expectedOf(address, contract, status)
  if (!schema) return undefined
  if (!isJson(response)) return status < 300 ? `${at} without JSON` : undefined
  const body = await jsonOf(response)
  const parsed = schema.safeParse(body)
  if (!parsed.success) return `${at}: ${z.prettifyError(parsed.error)}`
  // A schema drops unknown fields.
  return isDeepStrictEqual(parsed.data, body)
    ? undefined
    : `${at} more than it says: ${JSON.stringify(body)}`
}

/** The same for the replacement of the server in screen tests, which is compared with the declared type only. */
export async function typeFault(
  { method, path }: Asked,
  response: Response,
): Promise<string | undefined> {
  const found = contractOf(method, path)
  const schema = found && expectedOf(found.address, found.contract, response.status)
  if (!found || !schema || !isJson(response)) return undefined
  const parsed = schema.safeParse(await jsonOf(response))
  if (parsed.success) return undefined
  return `${found.address} answered ${response.status}: ${z.prettifyError(parsed.error)}`
}
