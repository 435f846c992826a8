import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { findAlarmFacts } from './describe/alarm-facts.ts'
import { alarmsOf, belowCostText } from './describe/alarms.ts'
import { findBelowCost } from './describe/below-cost.ts'
import type { Applied, FindPages, OnApplied } from './applied.ts'
import { applyContent } from './apply-content.ts'
import { applyBanners, bannerRows, loadBannerRows } from './apply-banners.ts'
import {
  applyDelivery,
  applyShop,
  isOwnersImport,
  keepPictures,
  withPresent,
} from './apply-shop.ts'
import { applySynonyms } from './apply-synonyms.ts'
import { redirectBrands } from './brand-redirects.ts'
import { CategoryWriter } from './category-writer.ts'
import { ChangeLog } from './change-log.ts'
import { FollowReturns } from './follow-returns.ts'
import { describeChanges } from './describe/describe-changes.ts'
import { describeOthers } from './describe/other-changes.ts'
import { findNewNames } from './describe/new-names.ts'
import { findSharedIds } from './describe/shared-ids.ts'
import { findNewlyUnrated } from './describe/unrated.ts'
import { findStrayLinks } from './describe/stray-links.ts'
import { homeLists, noteHomeLists } from './home-lists.ts'
import { describeConflicts } from './merge/describe-conflicts.ts'
import { keptCategories } from './kept-categories.ts'
import { lastImport, remember, waitForOthers } from './history.ts'
import { Merge } from './merge/merge.ts'
import { mergeBanners } from './merge/merge-banners.ts'
import { mergeContent, mergeShop, mergeTextLines } from './merge/merge-others.ts'
import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import { type Prepared, prepareImport } from './prepare.ts'
import { ProductApplier } from './product-applier.ts'
import { withProducts } from './product-names.ts'
import { withoutRefused } from './refused-parts.ts'
import { StockBook } from './stocks/stock-book.ts'
import { lastExport } from './stocks/stock-figures.ts'

/** Whether nothing of the import may take effect. */
export const refusesAll = (
  { refused, asks }: Pick<Applied, 'refused' | 'asks'>,
  { isDryRun, skipsInvalid }: Pick<ImportPlan, 'isDryRun' | 'skipsInvalid'>,
) => (refused.length > 0 && !skipsInvalid) || (asks.products > 0 && !isDryRun)

const NO_CHANGES = { pages: [], changes: [], alarms: [], import: null }
export const NOTHING = { added: 0, changed: 0, unchanged: 0, withdrawn: 0, ...NO_CHANGES }

/**
 * Applies a staged import in one transaction, or only finds out what would change. What can be decided without
 * locks is prepared before.
 */
export async function applyImport(
  db: Db,
  plan: ImportPlan,
  findPages: FindPages,
  onApplied?: OnApplied,
): Promise<Applied> {
  for (let tries = 0; ; tries++) {
    // A dry run locks out nobody, so it needs no preparation. If other imports keep interfering, this one is decided
    // under the lock.
    const isPrepared = !plan.isDryRun && tries < MAX_PREPARED
    const prepared = isPrepared ? await prepareImport(db, plan) : undefined
    const applied = await applyPrepared(db, plan, prepared, { findPages, onApplied })
    if (applied) return applied
  }
}

const MAX_PREPARED = 3
type Hooks = { findPages: FindPages; onApplied: OnApplied | undefined }

/** @returns undefined if another import came in between */
async function applyPrepared(
  db: Db,
  plan: ImportPlan,
  prepared: Prepared | undefined,
  { findPages, onApplied }: Hooks,
): Promise<Applied | undefined> {
  let applied: Applied | undefined
  await inTransaction(db, async (trx) => {
    applied = undefined
    // Imports wait for one another here, so that ids and numbers are given only once.
    if (!plan.isDryRun) await waitForOthers(trx)
    if (prepared && prepared.lastImport !== (await lastImport(trx))) {
      return { ok: false, error: 'cameBetween' }
    }
    applied = await apply(trx, plan, prepared, findPages)
    if (refusesAll(applied, plan)) return { ok: false, error: 'refused' }
    await onApplied?.(trx, applied)
    return plan.isDryRun ? { ok: false, error: 'dryRun' } : { ok: true, value: undefined }
  })
  return applied
}

async function apply(
  trx: Trx,
  whole: ImportPlan,
  prepared: Prepared | undefined,
  findPages: FindPages,
): Promise<Applied> {
  const { plan, partsKept } = await withoutRefused(trx, whole)
  const names = new Set<string>()
  const log = new ChangeLog(plan.isDryRun)
  const now = prepared?.now ?? Date.now()
  const merge = await Merge.open(trx, plan)
  const before = await homeLists(trx)
  await keepPictures(trx, plan.pictures.values())
  const isOwner = await isOwnersImport(trx, plan.editor)
  const returns = await FollowReturns.open(trx)
  const said = plan.shop && (await withPresent(trx, plan.shop, plan.unnamedOfShop))
  const shop = said && returns.withPresentNames(await mergeShop(trx, merge, said))
  const ownersKept = shop ? await applyShop(trx, shop, { names, log, isOwner }) : []
  const banners = plan.banners && bannerRows(plan.banners, plan.pictures, await loadBannerRows(trx))
  if (banners) await applyBanners(trx, await mergeBanners(trx, merge, banners), { names, log, now })
  const pins =
    plan.deliveryPins && (await mergeTextLines(trx, merge, 'delivery', plan.deliveryPins))
  if (pins) await applyDelivery(trx, pins, names, log)
  const synonyms = plan.synonyms && (await mergeTextLines(trx, merge, 'synonyms', plan.synonyms))
  if (synonyms) await applySynonyms(trx, synonyms, names, log)
  for (const content of plan.contents) {
    await applyContent(trx, await mergeContent(trx, merge, content), names, log, now)
  }
  const categories = await CategoryWriter.open(trx)
  const kept = await keptCategories(trx, plan)
  await categories.add({ ...plan, categories: [...plan.categories, ...kept] }, merge)
  const stocks = new StockBook(plan.stockMode)
  const products = new ProductApplier(trx, plan, categories, names, log, { stocks, merge }, now)
  await products.applyAll(prepared)
  await categories.finish(plan, products.names, log)
  const strayReturns = await returns.finish(trx, shop !== undefined, { names, log })
  await redirectBrands(trx, products.names.brandMoves)
  await products.names.namePrices(trx)
  noteHomeLists(before, await homeLists(trx), names)
  const { added, changed, unchanged, withdrawn, packsKept, refused } = products
  const counts = {
    ...{ added, changed, unchanged, withdrawn, packsKept, refused },
    asks: {
      ...stocks.asks,
      isSinceExport: !stocks.isOlder && (await lastExport(trx)) !== undefined,
    },
    stocksShort: stocks.short,
    ...{ ownersKept, partsKept },
    strayLinks: await findStrayLinks(trx, plan.banners?.map(({ link }) => link) ?? []),
    strayReturns,
    sharedIds: await findSharedIds(trx, log.changes),
    unrated: await findNewlyUnrated(trx, log.changes),
    conflicts: await describeConflicts(trx, merge.asked),
    kept: merge.kept,
  }
  if (refusesAll(counts, plan)) return { ...counts, ...NOTHING }
  // A dry run goes on even without changes: unknown SKUs may be reported as a slip.
  if (names.size === 0 && !(plan.isDryRun && refused.length > 0))
    return { ...counts, ...NO_CHANGES }
  const others = describeOthers(log.changes)
  const pages = withProducts(await findPages(trx, names), products.names.changes)
  if (plan.isDryRun) {
    const changes = await describeChanges(trx, log.changes)
    const products = (await countProducts(trx)) + counts.withdrawn
    const facts = await findAlarmFacts(
      trx,
      log.changes,
      refused.map(({ sku }) => sku),
    )
    const alarms = alarmsOf({ changes, withdrawn: counts.withdrawn, products, facts })
    const newNames = await findNewNames(trx, log.changes)
    return { ...counts, others, pages, changes, alarms, newNames, products, facts, import: null }
  }
  await announceChange(trx, names, now)
  const rejected = plan.rejected + refused.length
  const id = await remember(trx, { ...plan, ...counts, rejected }, now)
  await log.save(trx, id)
  await stocks.save(trx, id)
  const belowCost = await findBelowCost(trx, log.changes)
  const notes = belowCost ? [belowCostText(belowCost, true)] : []
  return { ...counts, others, pages, changes: [], alarms: [], notes, import: id }
}

/** How many products are on sale. */
async function countProducts(trx: Trx): Promise<number> {
  const { products } = await trx
    .selectFrom('product')
    .select((eb) => eb.fn.countAll().as('products'))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(products)
}
