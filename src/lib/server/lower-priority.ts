import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** Niceness: 0 is normal, 19 the lowest priority. */
const LOW = 10
/** For work that waits until nothing else has anything to do. */
export const LOWEST = 19

/**
 * Lowers the priority of the current thread, above all in favour of the one that answers shoppers while pages
 * are rendered or lists are read. On Linux each thread has a priority of its own; on other systems this does
 * nothing.
 */
export function lowerPriority(to = LOW): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), to)
  } catch {
    // Not Linux, or not permitted.
  }
}
