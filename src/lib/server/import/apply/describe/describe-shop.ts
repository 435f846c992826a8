import { endTime, saleTime } from '#lib/server/import/read/product/sale-times.ts'
import { deskContentTexts, wordLabel } from '#lib/texts/page/desk-content.ts'
import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'
import { type BannerRow, readBannerRows } from '#lib/server/import/apply/apply-banners.ts'

type Texts = Record<string, string>
type Sides = Pick<LoggedChange, 'before' | 'after'>

/** The fields of shop.json as texts, under their labels. */
export function shopTexts(json: unknown): Texts {
  const shop: unknown = typeof json === 'string' ? JSON.parse(json) : {}
  if (typeof shop !== 'object' || shop === null) return {}
  return Object.fromEntries(
    Object.entries(shop).map(([field, value]) => [wordLabel(field), wordText(value)]),
  )
}

/** A value of shop.json as text; lists are joined with bars. */
export function wordText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(wordText).join(' | ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Banners as texts, under names that stay the same before and after, with their place in the order. */
export function bannerTexts(value: unknown, { before, after }: Sides): Texts {
  const names = bannerNames([
    ...readBannerRows(before?.['rows']),
    ...readBannerRows(after?.['rows']),
  ])
  const { banner } = deskContentTexts
  const texts = readBannerRows(value).map(
    ({ picture_id, title, text, alt, link, ...times }, at) => {
      const from = times.shown_from === null ? '' : `${banner.from} ${saleTime(times.shown_from)}`
      const until =
        times.shown_until === null ? '' : `${banner.until} ${endTime(times.shown_until)}`
      const said = [`${at + 1}. ${title}`, text, alt, link && `→ ${link}`, from, until]
      return [names.get(picture_id), said.filter(Boolean).join(' · ')]
    },
  )
  return Object.fromEntries(texts)
}

/** A unique name for each picture used by banners, from its first banner. */
function bannerNames(rows: BannerRow[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { picture_id, title, alt } of rows) {
    const number = names.size + 1
    const name = title || alt
    const isTaken = name === '' || [...names.values()].includes(name)
    if (names.has(picture_id)) continue
    names.set(picture_id, isTaken ? `${name} ${deskContentTexts.bannerOf(number)}`.trim() : name)
  }
  return names
}
