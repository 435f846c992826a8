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

/** Products of one import changed at one moment: what was written last is mostly asked for again. */
function remembered(write: (epochMs: number) => string): (epochMs: number) => string {
  let last = { epochMs: NaN, text: '' }
  return (epochMs) => {
    if (last.epochMs !== epochMs) last = { epochMs, text: write(epochMs) }
    return last.text
  }
}

/** Day and time in India: `5 Nov 2026, 6:30 pm`. */
export const formatMoment = remembered((epochMs) => MOMENT.format(epochMs))

const YEAR = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Kolkata' })

/** The year in India: `2026`. */
export function yearInIndia(epochMs: number): string {
  return YEAR.format(epochMs)
}

/** For `<time datetime>`, JSON-LD and sitemaps: W3C date-time with its zone. */
export const isoMoment = remembered((epochMs) => new Date(epochMs).toISOString())
