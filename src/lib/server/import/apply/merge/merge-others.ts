import { readShopJson } from '#lib/server/catalogue/shop-json.ts'
import { type Shop, shopSchema } from '#lib/shop.ts'
import { loadSynonyms } from '#lib/server/catalogue/search/synonyms.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { ImportedContent, ImportedPage } from '#lib/server/import/read/folder/content-files.ts'
import type { ImportedCategory } from '#lib/server/import/read/folder/folder.ts'
import { loadDeliveryLines, readDeliveryLine } from '#lib/server/catalogue/delivery-lines.ts'
import { HIDDEN } from '#lib/server/catalogue/moved-category.ts'
import type { CategoryRow } from '#lib/server/import/apply/categories/category-names.ts'
import { importedPage } from '#lib/server/import/apply/apply-content.ts'
import { isSame } from '#lib/server/import/apply/change-log.ts'
import { joinFormer, MAX_FORMER, splitFormer } from '#lib/catalogue/former-addresses.ts'
import type { Merge, Others, ChangeTarget } from './merge.ts'

/** Merges shop.json field by field. */
export async function mergeShop(trx: Trx, merge: Merge, mine: Shop): Promise<Shop> {
  const thing = merge.thing('shop', 'shop')
  await merge.load(trx, 'shop', ['shop'])
  const others = merge.others(thing, 'json')
  const json = await readShopJson(trx)
  if (!others || json === undefined) return mine
  const [theirs, was] = [recordOf(json), recordOf(others.was)]
  const merged: Record<string, unknown> = { ...mine }
  for (const [field, value] of Object.entries({ ...theirs, ...mine })) {
    const own = field in mine ? value : undefined
    const values = { mine: own, theirs: theirs[field], was: was[field] }
    merged[field] = merge.decide(thing, { field, by: lastOf(others, field) }, values)
  }
  const parsed = shopSchema.safeParse(merged)
  return parsed.success ? parsed.data : mine
}

/** The last import by others that changed this field of shop.json. */
function lastOf({ changes, last }: Others, field: string): number {
  const found = changes.findLast(
    ({ before, after }) =>
      !isSame(recordOf(before?.['json'])[field], recordOf(after?.['json'])[field]),
  )
  return (found ?? last).id
}

function recordOf(json: unknown): Record<string, unknown> {
  return typeof json === 'string' ? Object.fromEntries(Object.entries(JSON.parse(json))) : {}
}

/** Merges lists in which each line stands for itself: additions and removals of both sides count. */
export async function mergeTextLines(
  trx: Trx,
  merge: Merge,
  kind: 'delivery' | 'synonyms',
  mine: readonly string[],
): Promise<readonly string[]> {
  await merge.load(trx, kind, ['all'])
  const thing = merge.thing(kind, 'all')
  const others = merge.others(thing, kind === 'delivery' ? 'pins' : 'lines')
  if (!others) return mine
  const now = kind === 'delivery' ? await loadDeliveryLines(trx) : await loadSynonyms(trx)
  const was = new Set<string>(Array.isArray(others.was) ? others.was.map(String) : [])
  const [own, theirs] = [new Set(mine), new Set(now)]
  const all = [...new Set([...own, ...theirs])]
  const kept = all.filter((line) => (was.has(line) ? own.has(line) && theirs.has(line) : true))
  if (kind === 'synonyms') return kept
  const ofPrefix = new Map<string, string>()
  for (const line of kept) {
    const { prefix: field } = readDeliveryLine(line)
    const known = ofPrefix.get(field)
    // Both sides gave the same PIN codes other words: a list says only one thing of each.
    const values = { mine: known, theirs: line, was: undefined }
    const chosen = known && merge.decide(thing, { field, by: others.last.id }, values)
    ofPrefix.set(field, chosen ?? line)
  }
  return [...ofPrefix.values()]
}

const FIELDS = ['title', 'description', 'body', 'date'] as const
const columnOf = (field: (typeof FIELDS)[number]) => (field === 'date' ? 'published_on' : field)

/** Merges pages or articles, each field by field. */
export async function mergeContent(
  trx: Trx,
  merge: Merge,
  content: ImportedContent,
): Promise<ImportedContent> {
  if (merge.isAlone) return content
  const { kind } = content
  const rows = await trx.selectFrom('content_page').selectAll().where('kind', '=', kind).execute()
  const own = new Map(content.pages.map((page) => [page.id, page]))
  const theirs = new Map(rows.map((row) => [row.id, importedPage(row)]))
  const ids = [...new Set([...own.keys(), ...theirs.keys()])]
  await merge.load(
    trx,
    'content',
    ids.map((id) => `${kind}:${id}`),
  )
  const pages = ids.flatMap((id): ImportedPage[] => {
    // Its file exists, but could not be read: the page stays.
    if (content.refused.has(id)) return []
    const thing = merge.thing('content', `${kind}:${id}`)
    const page = mergePage(merge, thing, own.get(id), theirs.get(id))
    return page ? [page] : []
  })
  return { ...content, pages }
}

function mergePage(
  merge: Merge,
  thing: ChangeTarget,
  mine: ImportedPage | undefined,
  theirs: ImportedPage | undefined,
): ImportedPage | undefined {
  if (mine && theirs) {
    const page = { ...mine }
    for (const field of FIELDS) {
      const value = merge.settle(thing, columnOf(field), mine[field], theirs[field])
      Object.assign(page, { [field]: value })
    }
    return { ...page, formerly: mergeFormer(merge, thing, mine, theirs) }
  }
  const found = FIELDS.map((field) => merge.others(thing, columnOf(field)))
  const last = found.find((others) => others !== undefined)
  if (!last) return mine
  const textOf = (page: ImportedPage | undefined) => page && FIELDS.map((field) => page[field])
  const was = wasThere(last)
    ? FIELDS.map((field, at) => found[at]?.was ?? theirs?.[field] ?? null)
    : undefined
  const values = { mine: textOf(mine), theirs: textOf(theirs), was }
  return merge.decide(thing, { field: 'page', by: last.last.id }, values)
    ? (mine ?? theirs)
    : undefined
}

/** Addresses that lead to a text: additions and removals of both sides count. */
function mergeFormer(
  merge: Merge,
  thing: ChangeTarget,
  mine: ImportedPage,
  theirs: ImportedPage,
): string | null {
  const others = merge.others(thing, 'formerly')
  if (!others || mine.formerly === null) return mine.formerly
  const was = splitFormer(String(others.was ?? ''))
  const [own, now] = [splitFormer(mine.formerly), splitFormer(theirs.formerly ?? '')]
  const all = [...new Set([...now, ...own])]
  const kept = all.filter((one) => !was.includes(one) || (own.includes(one) && now.includes(one)))
  return joinFormer(kept.slice(-MAX_FORMER))
}

const wasThere = ({ changes }: Others): boolean => changes[0]?.before !== null

type Listed = Pick<CategoryRow, 'name' | 'image' | 'picture_id' | 'position'>

/**
 * Merges what categories.csv says about a category. A category that others removed stays removed if the list
 * leaves it in its earlier place.
 * @param isOwnPlace tells whether a position was not given by a list
 */
export function mergeCategory(
  merge: Merge,
  theirs: CategoryRow,
  mine: Listed & Pick<ImportedCategory, 'position'>,
  isOwnPlace: (position: unknown) => boolean,
): Listed {
  const thing = merge.thing('category', theirs.id)
  const picture = merge.others(thing, 'picture_id')
  const isPicture =
    !picture ||
    isSame(mine.picture_id, theirs.picture_id) ||
    merge.settle(thing, 'picture_id', mine.picture_id, theirs.picture_id) === mine.picture_id
  const { image, picture_id } = isPicture ? mine : theirs
  const place = merge.others(thing, 'position')
  const isPlaced = place && !isOwnPlace(place.was) && !isOwnPlace(theirs.position)
  const isGone = theirs.position === HIDDEN && place && isSame(mine.position, place.was)
  return {
    name: merge.settle(thing, 'name', mine.name, theirs.name),
    position:
      isPlaced || isGone
        ? merge.settle(thing, 'position', mine.position, theirs.position)
        : mine.position,
    ...{ image, picture_id },
  }
}
