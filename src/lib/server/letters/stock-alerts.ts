import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { slugOf, productPath } from '#lib/catalogue/variant.ts'
import type { Result } from '#lib/result.ts'
import type { StockAlert } from '#lib/catalogue/stock-alert.ts'
import { loadShop } from '#lib/server/catalogue/shell.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'
import { queueMail, SHOP_ADDRESS } from '#lib/server/mail/queue-mail.ts'
import { writeMail } from '#lib/server/mail/write-mail.ts'
import { stockAlertTexts } from '#lib/texts/page/stock-alert.ts'

/** An address waits for so many things at most; of more the oldest are forgotten. */
const MAX_OF_ONE = 30
/** Who has waited so long has bought it elsewhere. */
const KEPT_MS = 180 * 24 * 3_600_000
const AT_ONCE = 500

/**
 * Notes that somebody wants one mail when a product or pack is there again. Whether the address was
 * known before, nobody is told.
 */
export async function askForAlert(
  db: Kysely<Database>,
  { productid, pack, email }: StockAlert,
  now: number,
): Promise<Result<void, 'unknown' | 'there' | 'email'>> {
  const to = mailAddressSchema.safeParse(email)
  if (!to.success) return { ok: false, error: 'email' }
  const stock = await stockOf(db, productid, pack)
  if (stock === undefined) return { ok: false, error: 'unknown' }
  if (stock !== 0) return { ok: false, error: 'there' }
  return inTransaction(db, async (trx) => {
    const row = { product_id: productid, pack_label: pack, email: to.data, created_at: now }
    await trx
      .insertInto('stock_alert')
      .values({ id: randomUUID(), ...row })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const kept = trx
      .selectFrom('stock_alert')
      .select('id')
      .where('email', '=', to.data)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MAX_OF_ONE)
    await trx
      .deleteFrom('stock_alert')
      .where('email', '=', to.data)
      .where('id', 'not in', kept)
      .execute()
    return { ok: true, value: undefined }
  })
}

/** Undefined where there is no such product or pack on sale; null where it is not counted. */
async function stockOf(db: Db, id: string, pack: string): Promise<number | null | undefined> {
  const product = await db
    .selectFrom('product')
    .select('stock')
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!product || pack === '') return product?.stock
  const row = await db
    .selectFrom('pack')
    .select('stock')
    .where('product_id', '=', id)
    .where('label', '=', pack)
    .executeTakeFirst()
  return row?.stock
}

/**
 * Writes to all who wait for what is there again. Their row goes in the transaction that queues the mail:
 * each gets one, whatever crashes, and the shop keeps no address. @returns how many
 */
export async function sendAlerts(db: Kysely<Database>, now: number): Promise<number> {
  const due = await db
    .selectFrom('stock_alert')
    .innerJoin('product', 'product.id', 'stock_alert.product_id')
    .select(['stock_alert.id', 'product.id as productId', 'product.name'])
    .select(['stock_alert.pack_label as pack', 'stock_alert.email'])
    .where('product.withdrawn_at', 'is', null)
    .where(isThere)
    .limit(AT_ONCE)
    .execute()
  for (const alert of due) {
    await inTransaction(db, async (trx) => {
      const gone = await trx
        .deleteFrom('stock_alert')
        .where('id', '=', alert.id)
        .returning('id')
        .executeTakeFirst()
      // Another server was faster.
      if (gone) await queueMail(trx, await mailOf(trx, alert))
      return { ok: true, value: undefined }
    })
  }
  await db
    .deleteFrom('stock_alert')
    .where('created_at', '<', now - KEPT_MS)
    .execute()
  return due.length
}

/** Some are left, or nobody counts them. */
function isThere(eb: ExpressionBuilder<Database, 'product' | 'stock_alert'>) {
  const isOwn = eb('stock_alert.pack_label', '=', '')
  return eb.or([
    eb.and([isOwn, eb(sql`coalesce(product.stock, 1)`, '>', 0)]),
    eb.exists(
      eb
        .selectFrom('pack')
        .select('pack.label')
        .whereRef('pack.product_id', '=', 'product.id')
        .whereRef('pack.label', '=', 'stock_alert.pack_label')
        .where(sql`coalesce(pack.stock, 1)`, '>', 0),
    ),
  ])
}

type Due = { productId: string; name: string; pack: string; email: string }

async function mailOf(db: Db, { productId, name, pack, email }: Due) {
  const shop = await loadShop(db)
  const what = `${name} ${pack}`.trim()
  const query = pack === '' ? '' : `?variant=${encodeURIComponent(slugOf(pack))}`
  const href = `${SHOP_ADDRESS}${productPath(productId)}${query}`
  const title = stockAlertTexts.title(what)
  const paragraphs = [stockAlertTexts.text(what), stockAlertTexts.only]
  const letter = {
    title,
    paragraphs,
    action: { label: stockAlertTexts.open, href },
    sender: shop.name,
  }
  return { to: email, subject: title.slice(0, 150), ...writeMail(letter) }
}

/** How many wait for each of these products. */
export async function countAlerts(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('stock_alert')
    .select((eb) => ['product_id', eb.fn.countAll().as('people')])
    .where('product_id', 'in', ids)
    .groupBy('product_id')
    .execute()
  return new Map(rows.map(({ product_id, people }) => [product_id, Number(people)]))
}
