/** SQLite: busy, locked, read-only, input/output error, disk full, cannot open. */
const SQLITE = new Set([5, 6, 8, 10, 13, 14])
/** PostgreSQL and its socket: the database is unreachable, starting, stopping or out of resources. */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|ENOSPC|EROFS|08\w{3}|57P0\d|53\d{3})$/

/**
 * Whether an error means that the database or its disk is temporarily unavailable, so that trying again later
 * helps (F34 to F37). Compares names and codes: the app is bundled separately, so `instanceof` does not work
 * for its classes.
 */
export function isOutage(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at.name === 'DatabaseBusy' || at.constructor.name === 'DatabaseBusy') return true
    if (/^timeout exceeded when trying to connect|^Connection terminated/.test(at.message))
      return true
    if ('errcode' in at && typeof at.errcode === 'number' && SQLITE.has(at.errcode & 0xff))
      return true
    if ('code' in at && typeof at.code === 'string' && CODES.test(at.code)) return true
  }
  return false
}
