import { readDeliveryLine } from '#lib/server/catalogue/delivery-lines.ts'
import { csvOf } from '#lib/server/import/read/text/csv-line.ts'
import { type FormFields, type PartFiles } from './parts.ts'

/** Groups of three digits separated by spaces: PIN codes are printed as `411 101`. */
const GROUPS = /(?<!\d)\d{3}(?: \d{3})+(?!\d)/g

/** A line with words for when it comes: one PIN code, or what was typed for it, and words that are no second one. */
const SAID =
  /^\s*(\d{3} \d{3}(?=\s*[,;|=])|[^\s,;|=]+)[\s,;|=]+(?![\s,;|=]|\d{3})(.*\p{L}[\p{L}\p{M}].*)$/u

/**
 * Writes delivery.csv with what was typed into the form: on a line one PIN code with words for when it comes, or PIN
 * codes separated by spaces, commas, semicolons or bars.
 */
export function writeDelivery(fields: FormFields): PartFiles {
  const rows = (fields['pins'] ?? '').split(/\r?\n/).flatMap((line) => {
    const [, pin, words = ''] = SAID.exec(line) ?? []
    if (pin !== undefined) return [[pin.replace(' ', ''), words.trim()]]
    const pins = withoutSpaces(line).split(/[\s,;|]+/)
    return pins.filter(Boolean).map((one) => [one, ''])
  })
  return { ok: true, files: { 'delivery.csv': csvOf(['pin', 'when'], rows) } }
}

/** Lines of delivery.csv as the form shows them: `411, in 2 to 5 days`. */
export const typedDelivery = (lines: readonly string[]): string[] =>
  lines.map((line) => {
    const { prefix, words } = readDeliveryLine(line)
    return words === '' ? prefix : `${prefix}, ${words}`
  })

/**
 * Joins pairs of groups into PIN codes. An odd number of groups cannot be paired, so they stay as typed: they are
 * prefixes of PIN codes.
 */
function withoutSpaces(text: string): string {
  return text.replace(GROUPS, (groups) =>
    groups.split(' ').length % 2 === 0 ? groups.replace(/(\d{3}) (\d{3})/g, '$1$2') : groups,
  )
}
