import { statfsSync } from 'node:fs'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#lib/server/durations.ts'
import { dayEnd, dayStart, INDIA_MS, indianDay } from '#lib/dates.ts'
import { readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { lastBackup } from '#lib/server/backup/last-backup.ts'
import { countLateLetters } from '#lib/server/letters/answered.ts'
import { countJobs } from '#lib/server/jobs/queue.ts'
import { findMailboxFault } from '#lib/server/mail/shop-mailbox.ts'
import { listAttention } from '#lib/server/orders/attention.ts'
import { UNPAID } from '#lib/server/orders/checkout/unpaid.ts'
import { countStages } from './find-orders.ts'
import { countStock, listPacks } from './find-stock.ts'
import { isPartSoldOut } from './sold-out.ts'
import { listLessened } from './lessened.ts'
import { takenPaise } from './taken.ts'

const MAX_LISTED = 20

/** What the owner sees first: what is to be done, what was sold, and what is wrong. */
export async function readToday(db: Db, now: number, dataDir: string) {
  const today = indianDay(now)
  const yesterday = indianDay(now - DAY_MS)
  const [
    counts,
    toCollectPaise,
    sold,
    before,
    ended,
    lessened,
    soldOut,
    attention,
    jobs,
    mailboxFault,
  ] = await Promise.all([
    countStages(db),
    cashToCollect(db),
    salesByHour(db, today),
    salesByHour(db, yesterday),
    endedOn(db, today),
    listLessened(db, today, MAX_LISTED),
    listSoldOut(db),
    listAttention(db),
    countJobs(db),
    findMailboxFault(db),
  ])
  const { closed } = await readStoredShop(db)
  const lateLetters = await countLateLetters(db, now)
  return {
    ...{ today, counts, toCollectPaise, sold, before, ended, lessened },
    ...{ soldOut, attention, mailboxFault },
    ...{
      closed,
      lateLetters,
      soldOutCount: await countStock(db, { q: '', show: 'soldout' }),
      failedJobs: jobs.failed,
      lateJobs: jobs.lateKinds,
      freeBytes: freeBytesOn(dataDir),
      backupAt: lastBackup(dataDir),
    },
  }
}

/** Paise sold in each hour of a day in India: bills less their credit notes. */
async function salesByHour(db: Db, day: string): Promise<number[]> {
  const rows = await db
    .selectFrom('bill')
    .innerJoin('orders', 'orders.id', 'bill.order_id')
    .select([
      sql<number>`cast((orders.created_at + ${INDIA_MS}) / ${HOUR_MS} as integer)`.as('hour'),
      sql<number>`sum(case kind when 'credit' then -bill.amount_paise else bill.amount_paise end)`.as(
        'paise',
      ),
    ])
    .where('orders.created_at', '>=', dayStart(day))
    .where('orders.created_at', '<', dayEnd(day))
    .groupBy('hour')
    .execute()
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { hour, paise } of rows) hours[Number(hour) % 24] = Number(paise)
  return hours
}

async function cashToCollect(db: Db): Promise<number> {
  const { paise } = await db
    .selectFrom('orders')
    .select((eb) => sql<number>`sum(amount_paise - reduced_paise - ${takenPaise(eb)})`.as('paise'))
    .where('payment_id', 'is', null)
    .where('status', 'in', UNPAID)
    .executeTakeFirstOrThrow()
  return Number(paise ?? 0)
}

/** Orders that were ended on a day, with reasons; a buyer's own cancellation has none. */
async function endedOn(db: Db, day: string) {
  const rows = await db
    .selectFrom('order_action')
    .innerJoin('orders', 'orders.id', 'order_action.order_id')
    .select(['orders.number', 'orders.ended', 'orders.end_reason as reason', 'order_action.who'])
    .where('order_action.kind', '=', 'end')
    .where('order_action.created_at', '>=', dayStart(day))
    .where('order_action.created_at', '<', dayEnd(day))
    .orderBy('order_action.created_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ ended, ...row }) => ({ ...row, ended: ended ?? ('cancelled' as const) }))
}

/** Products that are sold out, or some of whose packs are, with the names of these packs. */
async function listSoldOut(db: Db) {
  const products = await db
    .selectFrom('product')
    .select(['id', 'name', 'sku'])
    .where('withdrawn_at', 'is', null)
    .where(isPartSoldOut)
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  const packs = await listPacks(
    db,
    products.map(({ id }) => id),
  )
  return products.map((product) => ({
    ...product,
    packs: packs.flatMap(({ product_id, label, stock }) =>
      product_id === product.id && stock === 0 ? [label] : [],
    ),
  }))
}

function freeBytesOn(dataDir: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize
  } catch {
    return undefined
  }
}
