import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** As `nice` has it: 0 is usual, 19 the least. */
const LOW = 10

/**
 * Lets other threads go first from now on, above all the one that answers shoppers while pages are
 * rendered or lists are read. On Linux each thread has a priority of its own;
 * other systems leave all as it is.
 */
export function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), LOW)
  } catch {
    // No Linux, or not allowed.
  }
}
