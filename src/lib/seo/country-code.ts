import { lazy } from '#lib/lazy.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** By English names the codes of ISO 3166-1; only codes in use have a name of their own. */
const codes = lazy(() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return new Map(all.map((code) => [names.of(code), code]))
})

/** The code of a country that shop.json names; its name, which the vocabulary takes as well, where none is known. */
export const countryCode = (name: string): string =>
  name === 'India' ? 'IN' : (codes().get(name) ?? name)
