import { chmodSync } from 'node:fs'

/** What the owner of a file alone may do. */
const NOBODY_ELSE = 0o077

/**
 * Sees to it that nothing which this process makes can be read by anybody else on the machine,
 * whatever its caller's umask was, also what libraries make; and nothing that lies in DATA_DIR already.
 */
export function keepFilesPrivate(dataDir?: string): void {
  process.umask(NOBODY_ELSE)
  if (dataDir === undefined) return
  try {
    chmodSync(dataDir, 0o700)
  } catch {
    // Not there yet, or another's: then the start says what it lacks.
  }
}
