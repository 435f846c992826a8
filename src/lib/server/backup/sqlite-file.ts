import { chmodSync, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY and SQLITE_LOCKED. */
const LOCKED = [5, 6]

/**
 * Whether another process has the database open: SQLite can leave WAL mode only if there is no other user.
 * False for a file that is no database or broken.
 */
export function isInUse(file: string): boolean {
  if (!existsSync(file)) return false
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec('pragma journal_mode = delete')
    return false
  } catch (error) {
    return LOCKED.includes(primaryCode(error))
  } finally {
    db.close()
  }
}

/** The code of SQLite without what extends it; -1 if the error is another. */
function primaryCode(error: unknown): number {
  const isSqlite = error instanceof Error && 'errcode' in error
  return isSqlite && typeof error.errcode === 'number' ? error.errcode & 0xff : -1
}

/**
 * Whether a file is a database without faults. It must be one's own: SQLite writes beside it, even to read a
 * database in WAL mode.
 */
export function isSound(file: string): boolean {
  // A copy that may only be read is copied as such.
  chmodSync(file, 0o600)
  const db = new DatabaseSync(file)
  try {
    return db.prepare('pragma integrity_check').get()?.['integrity_check'] === 'ok'
  } catch {
    return false
  } finally {
    db.close()
  }
}
