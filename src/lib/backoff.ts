/** Waits between retries in milliseconds: 30 s at first, doubling up to 16 minutes. */
const FIRST_MS = 30_000
const MAX_MS = 16 * 60_000

/** The wait after so many failures in a row, in milliseconds; the first failure is 1. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), MAX_MS)
}
