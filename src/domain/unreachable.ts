// Which errors pass by themselves: the database, the store or a disk is away for a moment.

/** Of Node: a connection that cannot be made or ends, and a disk that is full or broken. */
const NODE_CODE =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC|EDQUOT|EIO|EMFILE|ENFILE)/
/**
 * PostgreSQL errors: connection, deadlock, resources, shutdown, disk; and a standby, which accepts no changes until it
 * is promoted.
 */
const SQL_STATE = /^(08...|25006|40001|40P01|53...|57014|57P0.|58...)$/
/** What the driver says of a connection that has ended, without a code. */
const DRIVER_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e)/

/** The database or the store is away: worth trying again, unlike a defect. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return DRIVER_MESSAGE.test(error.message)
  return NODE_CODE.test(code) || SQL_STATE.test(code)
}
