import { chmodSync } from 'node:fs'

/** The umask that takes all rights from group and others. */
const NOBODY_ELSE = 0o077

/**
 * Makes all files that this process creates, libraries included, unreadable to other users, whatever umask it
 * was started with.
 */
export function keepFilesPrivate(): void {
  process.umask(NOBODY_ELSE)
}

/** Makes the existing DATA_DIR inaccessible to other users. */
export function closeFolder(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700)
  } catch {
    // Missing, or owned by another user: the checks at the start report it.
  }
}
