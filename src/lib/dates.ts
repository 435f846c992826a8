import { lazy } from './lazy.ts'

const inIndia = (locale: string, options: Intl.DateTimeFormatOptions) =>
  lazy(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'Asia/Kolkata' }))

const day = inIndia('en-IN', { dateStyle: 'medium' })
const moment = inIndia('en-IN', { dateStyle: 'medium', timeStyle: 'short' })
const time = inIndia('en-IN', { timeStyle: 'short' })
const year = inIndia('en', { year: 'numeric' })

/** The time of day in India: `6:30 pm`. */
export function formatTime(epochMs: number): string {
  return time().format(epochMs)
}

/** The date in India, as written there: `5 Nov 2026`. */
export function formatDay(epochMs: number): string {
  return day().format(epochMs)
}

/**
 * Caches the last result, since products of one import changed at the same moment, which is
 * formatted again and again.
 */
function remembered(write: (epochMs: number) => string): (epochMs: number) => string {
  let last = { epochMs: NaN, text: '' }
  return (epochMs) => {
    if (last.epochMs !== epochMs) last = { epochMs, text: write(epochMs) }
    return last.text
  }
}

/** Date and time in India: `5 Nov 2026, 6:30 pm`. */
export const formatMoment = remembered((epochMs) => moment().format(epochMs))

/** The year in India: `2026`. */
export function yearInIndia(epochMs: number): string {
  return year().format(epochMs)
}

/** Date and time in ISO 8601 and UTC, for machines. */
export const isoMoment = remembered((epochMs) => new Date(epochMs).toISOString())

/** India's offset from UTC in milliseconds. */
export const INDIA_MS = 5.5 * 3_600_000
const DAY_MS = 86_400_000

/**
 * Date and time in India's zone, for search engines, so that the date equals the one on the page:
 * `2026-11-05T00:00:00+05:30`.
 */
export const indianMoment = remembered(
  (epochMs) => `${new Date(epochMs + INDIA_MS).toISOString().slice(0, 19)}+05:30`,
)

/** The date in India, for machines: `2026-11-05`. */
export const indianDay = (epochMs: number): string => indianMoment(epochMs).slice(0, 10)

/** Date and time in India to the minute, as spreadsheets read it: `2026-11-22 18:30`. */
export const indianMinute = (epochMs: number): string =>
  indianMoment(epochMs).slice(0, 16).replace('T', ' ')

/** Midnight in India on a day such as `2026-11-22`, in epoch milliseconds. */
export const dayStart = (day: string): number => Date.parse(`${day}T00:00:00+05:30`)
/** The end of that day, in epoch milliseconds. */
export const dayEnd = (day: string): number => dayStart(day) + DAY_MS

/** How many days there are from one to another, both included. */
export const daysOf = (from: string, to: string): number => (dayEnd(to) - dayStart(from)) / DAY_MS

/** Date and time as RSS wants it (RFC 822): `Thu, 05 Nov 2026 00:00:00 +0530`. */
export const mailMoment = (epochMs: number): string =>
  new Date(epochMs + INDIA_MS).toUTCString().replace('GMT', '+0530')

/** Whether a text is a calendar date, such as `2026-11-22`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
