// The form of an application with its CV, as a browser without script submits it.
import type { Call } from './load/load.ts'
import { browserHeaders } from './load/load.ts'
import type { BenchGrant } from './million/questions.ts'
import { pdfWith } from '../test/input/cv-files.ts'

const BOUNDARY = '----WebKitFormBoundaryStorehandBench'

/** One page of text, and an incompressible part like a picture. */
export async function makeCv(bytes: number): Promise<Buffer> {
  const written = await pdfWith(['I have repaired bicycles for seven years. '.repeat(20)])
  const filling = Buffer.alloc(bytes - written.length)
  let state = 1
  for (let place = 0; place < filling.length; place++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    filling[place] = state >>> 24
  }
  // PDF readers begin at the end, which contains the position of the table of contents.
  return Buffer.concat([written, filling, written.subarray(written.lastIndexOf('startxref'))])
}

/** One person's CV: no other file has the same bytes. */
export function ownCv(cv: Buffer, email: string): Buffer {
  const own = Buffer.from(cv)
  own.write(`${email} `, own.length >> 1)
  return own
}

const coverLetter =
  'I have walked past your shop every day for two years and know its window by heart. '

const field = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

let networks = 0

/** One of 131,072 addresses that are reserved for benchmarks (RFC 2544). */
function nextNetwork(): string {
  networks += 1
  return `198.${18 + ((networks >> 16) & 1)}.${(networks >> 8) & 255}.${networks & 255}`
}

const fileHead = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="cvFile"; filename="Hopper CV.pdf"\r\n` +
    'Content-Type: application/pdf\r\n\r\n',
)

export function applicationCall({ token, jobId, slug }: BenchGrant, cv?: Buffer): Call {
  const fields = Object.entries({
    token,
    roleId: jobId,
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '+44 7700 900123',
    experienceYears: '7',
    linkedinUrl: 'https://www.linkedin.com/in/grace-hopper-example',
    websiteUrl: '',
    coverLetter: coverLetter.repeat(10),
    additionalInfo: 'I can start in the first week of next month.',
  })
  return {
    path: `/embed?org=${slug}&step=apply&roleId=${jobId}`,
    method: 'POST',
    headers: {
      ...browserHeaders,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'x-forwarded-for': nextNetwork(),
    },
    body: Buffer.concat([
      Buffer.from(fields.map(([name, value]) => field(name, value)).join('')),
      ...(cv ? [fileHead, cv, Buffer.from('\r\n')] : []),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
    // The redirect to the next step, so that reloading does not post again.
    expect: 303,
  }
}
