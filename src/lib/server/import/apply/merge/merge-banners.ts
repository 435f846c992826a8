import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import {
  type BannerRow,
  loadBannerRows,
  readBannerRows,
} from '#lib/server/import/apply/apply-banners.ts'
import { isSame } from '#lib/server/import/apply/change-log.ts'
import type { Merge, ChangeTarget } from './merge.ts'

const FIELDS = [
  ...(['picture_id', 'alt', 'title', 'text', 'link'] as const),
  ...(['shown_from', 'shown_until'] as const),
] as const
type Asks = { merge: Merge; thing: ChangeTarget; by: number }
type Sides = { mine: BannerRow | undefined; theirs: BannerRow | undefined; was: BannerRow }

/** Merges the banners of a list with what others changed since, banner by banner and field by field. */
export async function mergeBanners(
  trx: Trx,
  merge: Merge,
  mine: BannerRow[],
): Promise<BannerRow[]> {
  await merge.load(trx, 'banners', ['all'])
  const thing = merge.thing('banners', 'all')
  const others = merge.others(thing, 'rows')
  if (!others) return mine
  const asks = { merge, thing, by: others.last.id }
  const [was, theirs] = [readBannerRows(others.was), await loadBannerRows(trx)]
  const [own, now] = [matched(was, mine), matched(was, theirs)]
  const merged = new Map<BannerRow, BannerRow>()
  for (const [at, row] of was.entries()) {
    const sides = { mine: own.get(row), theirs: now.get(row), was: row }
    const found = mergeBanner(asks, sides, deskContentTexts.bannerOf(at + 1))
    if (!found) continue
    for (const side of [sides.mine, sides.theirs]) if (side) merged.set(side, found)
  }
  const known = new Set([...own.values(), ...now.values()])
  for (const added of [...theirs, ...mine]) if (!known.has(added)) merged.set(added, added)
  // If others reordered banners, their order counts, otherwise that of the list.
  const isMoved = !isSame(
    was.filter((row) => now.has(row)),
    inOrder(was, theirs, now),
  )
  const order = isMoved ? [...theirs, ...mine] : [...mine, ...theirs]
  const rows = [...new Set(order.flatMap((row) => merged.get(row) ?? []))]
  return rows
    .filter((row, at) => rows.findIndex((other) => isSame(seen(other), seen(row))) === at)
    .map((row, position) => ({ ...row, position }))
}

/**
 * Finds for each earlier banner the one on this side: by picture and text, by picture, or, if its picture was
 * replaced, by place.
 */
function matched(was: BannerRow[], side: BannerRow[]): Map<BannerRow, BannerRow> {
  const found = new Map<BannerRow, BannerRow>()
  const taken = new Set<BannerRow>()
  const take = (row: BannerRow, isIt: (other: BannerRow) => boolean) => {
    const other = side.find((one) => !taken.has(one) && isIt(one))
    if (!other) return
    found.set(row, other)
    taken.add(other)
  }
  for (const row of was)
    take(row, (one) => one.picture_id === row.picture_id && one.alt === row.alt)
  const rest = () => was.entries().filter(([, row]) => !found.has(row))
  for (const [, row] of [...rest()]) take(row, (one) => one.picture_id === row.picture_id)
  const isNew = ({ picture_id }: BannerRow) => was.every((row) => row.picture_id !== picture_id)
  for (const [at, row] of [...rest()]) take(row, (one) => isNew(one) && side.indexOf(one) === at)
  return found
}

const inOrder = (was: BannerRow[], side: BannerRow[], of: Map<BannerRow, BannerRow>) =>
  side.flatMap((one) => was.find((row) => of.get(row) === one) ?? [])

const seen = (row: BannerRow) => FIELDS.map((field) => row[field])

function mergeBanner(asks: Asks, { mine, theirs, was }: Sides, label: string) {
  if (!mine && !theirs) return undefined
  if (!mine || !theirs) return decide(asks, { mine, theirs, was }, label)
  const isMine = (field: (typeof FIELDS)[number]) => mine[field] !== was[field]
  const isBoth = (field: (typeof FIELDS)[number]) =>
    isMine(field) && theirs[field] !== was[field] && mine[field] !== theirs[field]
  const withMine = (fields: readonly (typeof FIELDS)[number][]) => {
    const row = { ...theirs, ...Object.fromEntries(fields.map((field) => [field, mine[field]])) }
    return { ...row, image: row.picture_id === theirs.picture_id ? theirs.image : mine.image }
  }
  const all = withMine(FIELDS.filter(isMine))
  if (!FIELDS.some(isBoth)) return all
  const agreed = withMine(FIELDS.filter((field) => isMine(field) && !isBoth(field)))
  return decide(asks, { mine: all, theirs: agreed, was }, label)
}

/** Decides between the two sides' banners; if both changed it, as the editor answered. */
function decide({ merge, thing, by }: Asks, { mine, theirs, was }: Sides, label: string) {
  const listOf = (row: BannerRow | undefined) => (row ? [seen(row)] : [])
  const values = { mine: listOf(mine), theirs: listOf(theirs), was: listOf(was) }
  const found = merge.decide(thing, { field: 'rows', label, by }, values)
  return found === values.mine ? mine : theirs
}
