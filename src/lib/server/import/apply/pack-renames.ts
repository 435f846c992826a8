import type { Trx } from '#lib/server/database/schema.ts'

type Labelled = { label: string }
export type Rename = { productId: string; from: string; to: string }

/**
 * Finds for each new pack the one it was before: the one with the same label or, if the number of packs stayed,
 * the one in the same place, which is then renamed.
 */
export function matchPacks<Pack extends Labelled>(
  before: readonly Pack[],
  after: readonly Labelled[],
): Map<string, Pack> {
  const byLabel = new Map(before.map((pack) => [pack.label, pack]))
  const kept = new Set(after.map(({ label }) => label))
  const found = new Map<string, Pack>()
  for (const [place, { label }] of after.entries()) {
    const inPlace = before.length === after.length ? before[place] : undefined
    const isFree = inPlace !== undefined && !kept.has(inPlace.label)
    const pack = byLabel.get(label) ?? (isFree ? inPlace : undefined)
    if (pack) found.set(label, pack)
  }
  return found
}

/** The packs of a product that change their label. */
export function findRenames(
  productId: string,
  before: readonly Labelled[],
  after: readonly Labelled[],
): Rename[] {
  return [...matchPacks(slotsOf(before), slotsOf(after))]
    .filter(([to, { label }]) => label !== to)
    .map(([to, { label: from }]) => ({ productId, from, to }))
}

/** A product without packs has one stock of its own, under an empty label. */
const slotsOf = (packs: readonly Labelled[]) => (packs.length > 0 ? packs : [{ label: '' }])

const HELD_OR_SOLD = ['stock_hold', 'stock_movement', 'attempt_line'] as const

/** Moves holds, sales and stock alerts of renamed packs to the new labels. */
export async function followRenames(trx: Trx, renames: readonly Rename[]): Promise<void> {
  for (const { productId, from, to } of renames) {
    for (const table of HELD_OR_SOLD) {
      await trx
        .updateTable(table)
        .set({ pack_label: to === '' ? null : to })
        .where('product_id', '=', productId)
        .where('pack_label', from === '' ? 'is' : '=', from === '' ? null : from)
        .execute()
    }
    await swapCounts(trx, { productId, from, to })
    await followAlerts(trx, { productId, from, to })
  }
}

/** A temporary label: no pack can have it, since control characters are refused. */
const NO_PACK = '\n'

/**
 * Moves what lists counted of a pack to its new label. Counts of a former pack with that label get the old one:
 * they belong to no current stock, and an undo that brings both packs back swaps them again.
 */
async function swapCounts(trx: Trx, { productId, from, to }: Rename): Promise<void> {
  for (const [label, next] of [
    [to, NO_PACK],
    [from, to],
    [NO_PACK, from],
  ] as const) {
    await trx
      .updateTable('import_stock')
      .set({ pack_label: next })
      .where('product_id', '=', productId)
      .where('pack_label', '=', label)
      .execute()
  }
}

/** Moves stock alerts to the new label; who waits for both labels gets only one alert. */
async function followAlerts(trx: Trx, { productId, from, to }: Rename): Promise<void> {
  await trx
    .deleteFrom('stock_alert')
    .where('product_id', '=', productId)
    .where('pack_label', '=', from)
    .where('email', 'in', (eb) =>
      eb
        .selectFrom('stock_alert as other')
        .select('email')
        .where('product_id', '=', productId)
        .where('pack_label', '=', to),
    )
    .execute()
  await trx
    .updateTable('stock_alert')
    .set({ pack_label: to })
    .where('product_id', '=', productId)
    .where('pack_label', '=', from)
    .execute()
}
