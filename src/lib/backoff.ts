/** Waits between tries of what failed: 30 s, doubling up to 16 minutes. */
const FIRST_MS = 30_000
const MAX_MS = 16 * 60_000

/** How long to wait after so many failures in a row, the first being 1. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), MAX_MS)
}
