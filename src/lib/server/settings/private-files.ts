import { chmodSync } from 'node:fs'

/** What the owner of a file alone may do. */
const NOBODY_ELSE = 0o077

/**
 * Sees to it that nothing which this process makes can be read by anybody else on the machine,
 * whatever its caller's umask was, also what libraries make.
 */
export function keepFilesPrivate(): void {
  process.umask(NOBODY_ELSE)
}

/** Nobody else gets at what lies in DATA_DIR already. */
export function closeFolder(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700)
  } catch {
    // Not there yet, or another's: then the start says what it lacks.
  }
}
