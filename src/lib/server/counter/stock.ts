import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { findLabel } from '#lib/catalogue/pack-label.ts'
import type { StockAction } from '#lib/counter/stock-actions.ts'
import type { Result } from '#lib/result.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { announceStock } from '#lib/server/orders/stock.ts'
import type { CounterContext } from './counter.ts'
import { allocateCounted, allocateMore } from '#lib/server/orders/allocation.ts'
import type { Actor } from '#lib/server/orders/record-order-action.ts'
import { KEYS_KEPT, once } from '#lib/server/shopper/idempotency.ts'

/** The units on sale, those of the count or delivery that go to buyers, and those still missing for buyers. */
type StockLevel = { stock: number; promised: number; missing: number }
const REFUSALS = ['unknown', 'needsPack', 'nothing', 'uncounted'] as const
type Outcome = Result<StockLevel, (typeof REFUSALS)[number]>

/** The schema of results that are stored under their key. */
const outcomeSchema: z.ZodMiniType<Outcome> = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    // Results stored by older builds lack it.
    value: z.object({ stock: z.int(), promised: z.int(), missing: z._default(z.int(), 0) }),
  }),
  z.object({ ok: z.literal(false), error: z.enum(REFUSALS) }),
])

/**
 * Records the stock of a product or pack: sold out, a count, or a delivery. A repeat under the same key, e.g.
 * because the answer was lost, counts once (I3). @returns what is on sale now
 */
export async function recordStock(
  { db, now }: CounterContext,
  actor: Actor,
  productId: string,
  said: StockAction,
  key?: string,
): Promise<Outcome | { ok: false; error: 'keyTaken' }> {
  const { id } = actor
  const request = {
    // A terminal needs no key: it does not lose answers.
    ...{ userId: id ?? '', key: id === null ? undefined : key },
    ...{ route: 'POST /api/desk/stock', body: { productId, ...said } },
    kept: KEYS_KEPT.staff,
  }
  const done = await once(db, request, outcomeSchema, (trx) =>
    writeDown(trx, actor, productId, said, now()),
  )
  return done.ok ? done.value : done
}

/** Locks the row, so that checkouts wait and nothing is sold beyond the count (I3). */
async function writeDown(
  trx: Trx,
  actor: Actor,
  productId: string,
  { kind, pack: said, units }: StockAction,
  now: number,
): Promise<Outcome> {
  const labels = await packLabels(trx, productId)
  const packLabel = findLabel(labels, said) ?? null
  if (packLabel === null && labels.length > 0) return { ok: false, error: 'needsPack' }
  if (packLabel === null && said !== '') return { ok: false, error: 'unknown' }
  const pack = packLabel ?? ''
  const before = await lockStock(trx, productId, packLabel)
  if (before === undefined) return { ok: false, error: 'unknown' }
  const isSaid = kind === 'soldout' || (units !== undefined && (kind === 'count' || units > 0))
  if (!isSaid) return { ok: false, error: 'nothing' }
  const there = kind === 'soldout' ? 0 : (units ?? 0)
  const isDelivery = kind === 'delivery'
  // A delivery of an untracked product does not make it tracked: a number would limit what can be bought.
  if (isDelivery && before === null) return { ok: false, error: 'uncounted' }
  const allocate = isDelivery ? allocateMore : allocateCounted
  const { promised, missing, left } = await allocate(trx, productId, pack, there)
  const after = isDelivery ? (before ?? 0) + left : left
  await writeStock(trx, productId, packLabel, after)
  await trx
    .insertInto('stock_entry')
    .values({
      ...{ id: randomUUID(), product_id: productId, pack_label: packLabel, kind, before, after },
      ...{ user_id: actor.id, who: actor.who, created_at: now },
    })
    .execute()
  await announceStock(trx, [{ productId, stock: after, by: after - (before ?? 0) }])
  return { ok: true, value: { stock: after, promised, missing } }
}

/** The labels of a product's packs, in order. */
export async function packLabels(db: Db, id: string): Promise<string[]> {
  const query = db.selectFrom('pack').select('label').where('product_id', '=', id)
  return (await query.orderBy('position').execute()).map(({ label }) => label)
}

/** Locks a product or pack. @returns its stock; null if it is untracked, undefined if there is no such row */
async function lockStock(trx: Trx, id: string, label: string | null) {
  const row =
    label === null
      ? await trx
          .updateTable('product')
          .set((eb) => ({ stock: eb.ref('stock') }))
          .where('id', '=', id)
          .where('withdrawn_at', 'is', null)
          .returning('stock')
          .executeTakeFirst()
      : await trx
          .updateTable('pack')
          .set((eb) => ({ stock: eb.ref('stock') }))
          .where('product_id', '=', id)
          .where('label', '=', label)
          .returning('stock')
          .executeTakeFirst()
  return row?.stock
}

async function writeStock(trx: Trx, id: string, label: string | null, stock: number) {
  if (label === null) {
    await trx.updateTable('product').set({ stock }).where('id', '=', id).execute()
    return
  }
  await trx
    .updateTable('pack')
    .set({ stock })
    .where('product_id', '=', id)
    .where('label', '=', label)
    .execute()
}
