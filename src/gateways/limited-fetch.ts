// Requests to another system whose answer is read up to a limit: it may lie, or never end.

type Limits = {
  /** The most bytes of the answer, after decompression. */
  most: number
  /** For the whole answer, however steadily it arrives. */
  totalMs: number
}

/** A fetch that follows no redirect. Reading the answer fails beyond the limits. */
export async function limitedFetch(
  address: string,
  { signal, ...init }: RequestInit,
  { most, totalMs }: Limits,
): Promise<Response> {
  const response = await fetch(address, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal ? [signal] : [])]),
  })
  return limitBody(response, most, () => new Error('The answer is too long'))
}

/** `received`: called with each chunk. */
export function limitBody(
  response: Response,
  most: number,
  tooLong: () => Error,
  received: () => void = () => undefined,
): Response {
  if (!response.body) return response
  let bytes = 0
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes > most) controller.error(tooLong())
        else controller.enqueue(chunk)
        received()
      },
    }),
  )
  return new Response(body, response)
}
