const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })
const MOMENT = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

const TIME = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone: 'Asia/Kolkata' })

/** The time of day in India: `6:30 pm`. */
export function formatTime(epochMs: number): string {
  return TIME.format(epochMs)
}

/** The day in India, as a shopper there reads it: `5 Nov 2026`. */
export function formatDay(epochMs: number): string {
  return DAY.format(epochMs)
}

/** Day and time in India: `5 Nov 2026, 6:30 pm`. */
export function formatMoment(epochMs: number): string {
  return MOMENT.format(epochMs)
}

const YEAR = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Kolkata' })

/** The year in India: `2026`. */
export function yearInIndia(epochMs: number): string {
  return YEAR.format(epochMs)
}

/** For `<time datetime>`, JSON-LD and sitemaps: W3C date-time with its zone. */
export function isoMoment(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
