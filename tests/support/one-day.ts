import { setTimeout as wait } from 'node:timers/promises'
import { dayEnd, indianDay } from '#lib/dates.ts'

/** Milliseconds left of the day in India. */
export function leftOfDay(): number {
  const now = Date.now()
  return dayEnd(indianDay(now)) - now
}

/** Lets midnight in India pass first if it comes within so many milliseconds. */
export async function passMidnight(withinMs: number): Promise<void> {
  const leftMs = leftOfDay()
  // Timers may ring a moment early.
  if (leftMs <= withinMs) await wait(leftMs + 100)
}
