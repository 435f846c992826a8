import { timingSafeEqual } from 'node:crypto'

/** Compares a secret in constant time, so that timing does not reveal how much of it is right. */
export function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
