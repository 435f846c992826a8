import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { findLabel } from '#lib/catalogue/pack-label.ts'
import type { StockAction } from '#lib/counter/stock-actions.ts'
import type { Result } from '#lib/result.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { announceStock } from '#lib/server/orders/stock.ts'
import type { Counter } from './counter.ts'
import { allocateCounted, allocateMore } from '#lib/server/orders/allocation.ts'
import type { Actor } from '#lib/server/orders/record-order-action.ts'
import { once } from '#lib/server/shopper/idempotency.ts'

/** How many are on sale, how many of what was counted or came go to buyers, and how many of theirs are not there. */
type StockLevel = { stock: number; promised: number; missing: number }
const REFUSALS = ['unknown', 'needsPack', 'nothing', 'uncounted'] as const
type Outcome = Result<StockLevel, (typeof REFUSALS)[number]>

/** What is kept under the key of what was said. */
const outcomeSchema: z.ZodMiniType<Outcome> = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    // What an older build kept says nothing of what is missing.
    value: z.object({ stock: z.int(), promised: z.int(), missing: z._default(z.int(), 0) }),
  }),
  z.object({ ok: z.literal(false), error: z.enum(REFUSALS) }),
])

/**
 * Says how many there are of a product or a pack: none, a count, or so many more. Said again under its key,
 * as when the answer was lost, it counts once (I3). @returns what is on sale now
 */
export async function recordStock(
  { db, now }: Counter,
  actor: Actor,
  productId: string,
  said: StockAction,
  key?: string,
): Promise<Outcome | { ok: false; error: 'keyTaken' }> {
  const { id } = actor
  const request = {
    // Nobody's answer is lost at a terminal.
    ...{ userId: id ?? '', key: id === null ? undefined : key },
    ...{ route: 'POST /api/desk/stock', body: { productId, ...said } },
  }
  const done = await once(db, request, outcomeSchema, (trx) =>
    writeDown(trx, actor, productId, said, now()),
  )
  return done.ok ? done.value : done
}

/** Who buys at the same moment waits for the row, so nothing is counted over (I3). */
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
  // More of what nobody counts is still not counted: as a number it would end what can be bought.
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

/** The packs of a product, in their order. */
export async function packLabels(db: Db, id: string): Promise<string[]> {
  const query = db.selectFrom('pack').select('label').where('product_id', '=', id)
  return (await query.orderBy('position').execute()).map(({ label }) => label)
}

/** The stock of a row that is locked; null where it is not counted, undefined where there is no such row. */
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
