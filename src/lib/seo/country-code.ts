import { lazy } from '#lib/lazy.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** ISO 3166-1 codes by English name; unused codes have no name. */
const codes = lazy(() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return new Map(all.map((code) => [names.of(code), code]))
})

/**
 * The code of a country in shop.json, or its name, which schema.org also accepts, if no code is
 * known.
 */
export const countryCode = (name: string): string =>
  name === 'India' ? 'IN' : (codes().get(name) ?? name)
