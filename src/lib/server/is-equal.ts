import { timingSafeEqual } from 'node:crypto'

/** Whether a secret that was given is the right one, without telling by its time how much of it is. */
export function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
