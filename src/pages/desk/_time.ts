const format = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/** When something was done, in India's time. */
export const showTime = (ms: number): string => format.format(ms)
export const isoTime = (ms: number): string => new Date(ms).toISOString()
