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

/** The day in India, as a shopper there reads it: `5 Nov 2026`. */
export function formatDay(epochMs: number): string {
  return day().format(epochMs)
}

/** Products of one import changed at one moment: what was written last is mostly asked for again. */
function remembered(write: (epochMs: number) => string): (epochMs: number) => string {
  let last = { epochMs: NaN, text: '' }
  return (epochMs) => {
    if (last.epochMs !== epochMs) last = { epochMs, text: write(epochMs) }
    return last.text
  }
}

/** Day and time in India: `5 Nov 2026, 6:30 pm`. */
export const formatMoment = remembered((epochMs) => moment().format(epochMs))

/** The year in India: `2026`. */
export function yearInIndia(epochMs: number): string {
  return year().format(epochMs)
}

/** For machines: W3C date-time with its zone. */
export const isoMoment = remembered((epochMs) => new Date(epochMs).toISOString())

/** India's clock is so far ahead of UTC. */
export const INDIA_MS = 5.5 * 3_600_000
const DAY_MS = 86_400_000

/** For what search engines read: its day is the one that the page shows, `2026-11-05T00:00:00+05:30`. */
export const indianMoment = remembered(
  (epochMs) => `${new Date(epochMs + INDIA_MS).toISOString().slice(0, 19)}+05:30`,
)

/** The day in India for machines: `2026-11-05`. */
export const indianDay = (epochMs: number): string => indianMoment(epochMs).slice(0, 10)

/** The minute in India, as `2026-11-22 18:30`: so a spreadsheet reads it. */
export const indianMinute = (epochMs: number): string =>
  indianMoment(epochMs).slice(0, 16).replace('T', ' ')

/** Midnight in India of a day as `2026-11-22`, in epoch milliseconds. */
export const dayStart = (day: string): number => Date.parse(`${day}T00:00:00+05:30`)
export const dayEnd = (day: string): number => dayStart(day) + DAY_MS

/** `Thu, 05 Nov 2026 00:00:00 +0530`, as RSS wants it (RFC 822). */
export const mailMoment = (epochMs: number): string =>
  new Date(epochMs + INDIA_MS).toUTCString().replace('GMT', '+0530')

/** Whether a text is a day of the calendar, as `2026-11-22`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
