import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** As `nice` has it: 0 is usual, 19 the least. */
const LOW = 10
/** For what waits until nobody else has anything to do. */
export const LOWEST = 19

/**
 * Lets other threads go first from now on, above all the one that answers shoppers while pages are
 * rendered or lists are read. On Linux each thread has a priority of its own;
 * other systems leave all as it is.
 */
export function lowerPriority(to = LOW): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), to)
  } catch {
    // No Linux, or not allowed.
  }
}
