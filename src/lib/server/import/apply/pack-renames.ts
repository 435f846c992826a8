import type { Trx } from '#lib/server/database/schema.ts'

type Labelled = { label: string }
export type Rename = { productId: string; from: string; to: string }

/**
 * Which pack each of the new ones was: the one of the same name, or, where number and order stayed,
 * the one in its place, which is then renamed.
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

export function findRenames(
  productId: string,
  before: readonly Labelled[],
  after: readonly Labelled[],
): Rename[] {
  return [...matchPacks(slotsOf(before), slotsOf(after))]
    .filter(([to, { label }]) => label !== to)
    .map(([to, { label: from }]) => ({ productId, from, to }))
}

/** Where a product has no packs its own stock is the only one, under no name. */
const slotsOf = (packs: readonly Labelled[]) => (packs.length > 0 ? packs : [{ label: '' }])

const HELD_OR_SOLD = ['stock_hold', 'stock_movement', 'attempt_line'] as const

/** What is held or was sold of a pack, and who waits for it, goes on by its new name. */
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

/** No pack is called so: a list's control characters are refused. */
const NO_PACK = '\n'

/**
 * What lists counted of a pack goes with its stock. Of a pack that is gone, and had the new name before it,
 * the counts take the old name: they are in no stock of now, and an undo that brings both packs back swaps
 * them again.
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

/** Who waits for a pack waits for it by its new name; who waits for both names, once. */
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
