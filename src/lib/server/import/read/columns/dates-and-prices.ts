/** Whether a list writes the day or the month first, if both are numbers. */
export type DateOrder = 'day first' | 'month first'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Dates as spreadsheets in India write them: `27/11/2026`, `27-11-26`, `27-Nov-2026` and `27 November 2026`. */
const DAY =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?=$|[ T])|^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4}|\d{2})(?=$|[ T])/i
const TIME = /[ T](\d{1,2})(?::(\d{2}))?(?::\d{2})? ?([ap])\.?m\.?$/i

/** Rewrites a date and time of an editor with the year first and 24 hours, as far as it is understood. */
export function plainTime(text: string, order: DateOrder = 'day first'): string {
  return text
    .replace(
      DAY,
      (all: string, ...[one = '', , two = '', year, day = '', name = '', named = '']) => {
        if (year !== undefined)
          return order === 'day first' ? dashed(year, two, one) : dashed(year, one, two)
        const month = MONTHS.indexOf(name.toLowerCase()) + 1
        return month === 0 ? all : dashed(named, String(month), day)
      },
    )
    .replace(TIME, (all: string, hour: string, minute = '00', half: string) => {
      const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
      return Number(hour) > 12 ? all : ` ${String(hours).padStart(2, '0')}:${minute}`
    })
}

const dashed = (year: string, month: string, day: string) =>
  [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-')

/** A price with a decimal comma, `1.299,50`, as we write it; others stay as they are. */
export function withPoint(price: string): string {
  return /^\d{1,3}(?:\.\d{3})*,\d{1,2}$|^\d+,\d{1,2}$/.test(price)
    ? price.replaceAll('.', '').replace(',', '.')
    : price
}

/** Whether a date can only be read with the month first: `11/27/2026`. */
export function isMonthFirst(text: string): boolean {
  const [, one, , two] = DAY.exec(text) ?? []
  return two !== undefined && Number(two) > 12 && Number(one) <= 12
}
