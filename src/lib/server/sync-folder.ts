import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Waits until everything written to a folder's disk is stored: for many files cheaper than waiting for each.
 * Does nothing on a system without `sync`.
 */
export async function syncFolder(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder]).catch(() => {})
}
