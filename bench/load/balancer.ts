// A load balancer in its own process, for the given servers, round robin; it sends its own address to its parent.
import { startBalancer } from '../../test/servers/balancer.ts'

const servers = process.argv.slice(2)
let turn = 0
const { url } = await startBalancer(() => servers[turn++ % servers.length] ?? '')
process.send?.(url)
process.once('disconnect', () => process.exit(0))
