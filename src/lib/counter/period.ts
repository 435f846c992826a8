import { indianDay, isDay } from '#lib/dates.ts'

/** Days in India, both included. */
export type Period = { from: string; to: string }

/** The month in India of a moment: `2026-11`. */
export const indianMonth = (epochMs: number): string => indianDay(epochMs).slice(0, 7)

/** The days of a month such as `2026-11`; undefined if it is none. */
export function daysOfMonth(month: string): Period | undefined {
  const from = `${month}-01`
  if (!isDay(from)) return undefined
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** The months from that of the first moment to that of the last one, the newest first. */
export function monthsBetween(first: number, last: number): string[] {
  const months: string[] = []
  const [year = 0, number = 0] = indianMonth(last).split('-').map(Number)
  for (let back = 0; ; back += 1) {
    const month = new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7)
    if (back > 0 && month < indianMonth(first)) return months
    months.push(month)
  }
}

/** A month, or days from–to, as somebody has written them; this month if nothing is said; undefined if unreadable. */
export function readPeriod(
  asked: { month?: string | undefined; from?: string | undefined; to?: string | undefined },
  now: number,
): Period | undefined {
  const { month, from, to } = asked
  if (from === undefined && to === undefined) return daysOfMonth(month ?? indianMonth(now))
  if (month !== undefined || from === undefined || to === undefined) return undefined
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}
