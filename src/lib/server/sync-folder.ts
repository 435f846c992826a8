import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Waits until all that was written to a folder's disk is on it: for many files cheaper than to wait for each. A
 * system without `sync` sees to it itself.
 */
export async function syncFolder(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder]).catch(() => {})
}
