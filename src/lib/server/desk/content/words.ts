import { readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import { OWNER_WORDS, shopSchema } from '#lib/shop.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { readPrice } from '#lib/server/import/read/product/prices.ts'
import { paiseToRupees } from '#lib/money.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import { type FormFields, line, splitLines, type PartFiles } from './parts.ts'
import { unknownReturn } from './returns.ts'

/** Fields with one line of text, in the order of the form. */
export const WORDS = [
  ...(['closed', 'name', 'slogan', 'address', 'phone', 'area', 'estimate'] as const),
  ...(['newslettertitle', 'newslettertext'] as const),
  ...OWNER_WORDS,
] as const
/** Fields with several lines, one entry per line. */
export const WORD_LISTS = ['points', 'countries', 'noreturns', 'sameas'] as const
/** Fields that are `yes` or `no`. */
const WORD_CHOICES = ['freereturns', 'composition'] as const

/** Writes shop.json with the values of the form; fields that the form lacks stay as they are. */
export async function writeWords(db: Db, fields: FormFields): Promise<PartFiles> {
  const now = await readStoredShop(db)
  const said = WORDS.filter((word) => fields[word] !== undefined)
  const lists = WORD_LISTS.filter((word) => fields[word] !== undefined)
  const ticks = WORD_CHOICES.filter((word) => fields[word] !== undefined)
  const days = line(fields, 'returndays').replace(/ days?$/i, '')
  if (!/^\d{0,3}$/.test(days)) return refused('returndays', deskContentTexts.daysRule)
  const least = readMinimum(fields)
  if (Number.isNaN(least)) return refused('minimum', deskContentTexts.minimumRule)
  const filter = line(fields, 'pricefilter')
  const wanted = {
    ...now,
    ...Object.fromEntries(said.map((word) => [word, line(fields, word)])),
    ...Object.fromEntries(lists.map((word) => [word, splitLines(fields[word] ?? '')])),
    ...(filter !== '' && { pricefilter: filter }),
    ...(fields['returndays'] !== undefined && { returndays: days === '' ? null : Number(days) }),
    ...(least !== undefined && { minimum: least }),
    ...Object.fromEntries(ticks.map((word) => [word, line(fields, word) === 'yes'])),
  }
  const parsed = shopSchema.safeParse(wanted)
  if (parsed.success) {
    const { noreturns } = parsed.data
    const strange = await unknownReturn(
      db,
      noreturns.filter((name) => !now.noreturns.includes(name)),
    )
    if (strange) {
      const { name, like } = strange
      return refused('noreturns', deskContentTexts.lineRules.noreturns(name, like))
    }
    return { ok: true, files: { 'shop.json': JSON.stringify(parsed.data) } }
  }
  const [issue] = parsed.error.issues
  const [word = '', at] = issue?.path ?? []
  const list = WORD_LISTS.find((one) => one === word)
  const typed = list && typeof at === 'number' ? (wanted[list][at] ?? '') : ''
  const rule = typed === '' ? '' : deskContentTexts.lineRules[list ?? 'points'](typed)
  return refused(String(word), word === 'minimum' ? deskContentTexts.minimumRule : rule)
}

/** The least order in rupees: null where the form leaves it empty, NaN if that is no amount. */
function readMinimum(fields: FormFields): number | null | undefined {
  if (fields['minimum'] === undefined) return undefined
  const typed = line(fields, 'minimum').replace(/^₹\s*/, '')
  const paise = typed === '' ? null : readPrice(typed, 'rupees', '')
  if (paise === null) return null
  return typeof paise === 'number' ? paiseToRupees(paise) : NaN
}

const refused = (word: string, rule: string): PartFiles => ({
  ok: false,
  error: deskContentTexts.wordWrong(word, rule),
})
