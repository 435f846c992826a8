import { endTime, saleTime } from '#lib/server/import/read/sale-times.ts'
import { contentTexts } from '#lib/texts/page/desk-content.ts'
import { readBannerRows } from '#lib/server/import/apply/apply-banners.ts'

type Texts = Record<string, string>

const WORDS: Texts = {
  ...contentTexts.words,
  ...contentTexts.lists,
  returndays: contentTexts.returndays,
}

/** What a field of shop.json is called by its form. */
export const wordOf = (field: string): string => WORDS[field] ?? field

/** shop.json word by word, as an editor reads it. */
export function shopTexts(json: unknown): Texts {
  const shop: unknown = typeof json === 'string' ? JSON.parse(json) : {}
  if (typeof shop !== 'object' || shop === null) return {}
  return Object.fromEntries(
    Object.entries(shop).map(([field, value]) => [wordOf(field), wordText(value)]),
  )
}

/** A value of shop.json; of lists the lines. */
export function wordText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(wordText).join(' | ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Banners by their pictures, and the order in which they come. */
export function bannerTexts(value: unknown): Texts {
  const rows = readBannerRows(value)
  const { banner } = contentTexts
  const texts = rows.map(({ picture_id, title, text, alt, link, ...times }, at) => {
    const from = times.shown_from === null ? '' : `${banner.from} ${saleTime(times.shown_from)}`
    const until = times.shown_until === null ? '' : `${banner.until} ${endTime(times.shown_until)}`
    const said = [`${at + 1}. ${title}`, text, alt, link && `→ ${link}`, from, until]
    return [
      `${contentTexts.bannerPicture} ${picture_id.slice(0, 6)}`,
      said.filter(Boolean).join(' · '),
    ]
  })
  return Object.fromEntries(texts)
}
