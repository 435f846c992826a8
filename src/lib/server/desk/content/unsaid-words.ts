import type { Powers } from '#lib/account/roles.ts'
import { OWNER_FIELDS, type Shop } from '#lib/shop.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import { pageTexts } from '#lib/texts/page/page-texts.ts'
import { quoted } from '#lib/texts/quoted.ts'
import { unsaidTexts } from '#lib/texts/page/unsaid.ts'

/** What a seller of food has to say of itself online, by the E-Commerce Rules of 2020 and those of FSSAI. */
const SELLER = ['legalname', 'address', 'phone', 'email', 'fssai', 'grievance'] as const

/**
 * What a shop on the internet should still say in its own words, with the fields to fill in: who sells, and what
 * shoppers are promised, which is the specification's until then (G40).
 * @param who the reader, who is told only of fields that they may fill in
 */
export function findUnsaid(shop: Shop, publicUrl: URL, { isOwner, isEditor }: Powers): string[] {
  if (publicUrl.protocol !== 'https:' || !isEditor) return []
  const { words, lists } = deskContentTexts
  const isTheirs = (field: string) => isOwner || !OWNER_FIELDS.some((own) => own === field)
  const lacking = SELLER.filter((field) => shop[field] === '' && isTheirs(field)).map(
    (field) => words[field],
  )
  const promises = [
    ...(['newslettertitle', 'newslettertext'] as const).flatMap((field) =>
      shop[field] === '' ? [words[field]] : [],
    ),
    ...(shop.points.length < pageTexts.sellingPoints.length ? [lists.points] : []),
  ]
  return [
    ...(lacking.length > 0 ? [unsaidTexts.seller(lacking.map(quoted).join(', '))] : []),
    ...(promises.length > 0 ? [unsaidTexts.promises(promises.map(quoted).join(', '))] : []),
  ]
}
