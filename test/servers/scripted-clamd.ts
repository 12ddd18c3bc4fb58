// A program that speaks the protocol of ClamAV's daemon, with answers chosen by its parent process.
import { createServer, type Socket } from 'node:net'

/**
 * 'look' answers by the file's content. 'hang' never answers, 'cut' closes the connection in the middle, 'babble' answers
 * endlessly, 'full' answers before the file is complete, like the daemon for a file over its limit.
 */
export type ClamdAnswer = 'look' | 'hang' | 'cut' | 'babble' | 'full'

const MARK = process.argv[2] ?? ''
let answer: ClamdAnswer = 'look'
const sockets = new Set<Socket>()

function serve(socket: Socket): void {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const end = received.indexOf(0)
    if (end < 0 || answer === 'hang') return
    if (answer === 'cut') return void socket.destroy()
    if (answer === 'babble') return void socket.write('stream: '.repeat(1000))
    const command = received.toString('latin1', 0, end)
    if (command === 'zPING') return void socket.end('PONG\0')
    if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0')
    if (answer === 'full') return void socket.end('INSTREAM size limit exceeded. ERROR\0')
    const content = contentOf(received, end + 1)
    if (!content) return undefined
    const verdict = content.includes(MARK) ? 'Eicar-Test-Signature FOUND' : 'OK'
    return void socket.end(`stream: ${verdict}\0`)
  })
}

/** Chunks, each after its length; a length of zero ends them. Undefined while they are incomplete. */
function contentOf(received: Buffer, start: number): Buffer | undefined {
  const pieces: Buffer[] = []
  let at = start
  while (at + 4 <= received.length) {
    const size = received.readUInt32BE(at)
    if (size === 0) return Buffer.concat(pieces)
    if (at + 4 + size > received.length) return undefined
    pieces.push(received.subarray(at + 4, at + 4 + size))
    at += 4 + size
  }
  return undefined
}

const server = createServer(serve)
server.listen(process.argv[3] ?? '', () => process.send?.('listening'))
process.on('message', (next: ClamdAnswer) => {
  answer = next
  process.send?.('told')
})
process.on('disconnect', () => process.exit())
