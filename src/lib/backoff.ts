/** Waits between retries in milliseconds: 30 s at first, doubling up to 16 minutes. */
const FIRST_MS = 30_000
const MAX_MS = 16 * 60_000

/** The wait in milliseconds after a number of failures in a row, from 1. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), MAX_MS)
}
