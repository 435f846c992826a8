const format = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/** Date and time in India. */
export const showTime = (ms: number): string => format.format(ms)
/** Date and time for a `datetime` attribute. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
