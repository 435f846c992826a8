/** Whether a country, as typed, is India; none is India, too. */
export const isIndia = (country: string): boolean => /^(india)?$/i.test(country.trim())
