import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import { DAY_MS } from '#lib/server/durations.ts'
import { slugOf, productPath } from '#lib/catalogue/variant.ts'
import type { Result } from '#lib/result.ts'
import type { StockAlert } from '#lib/catalogue/stock-alert.ts'
import type { Accounts } from '#lib/server/accounts/accounts.ts'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'
import { type Mail, queueMail, SHOP_ADDRESS } from '#lib/server/mail/queue-mail.ts'
import { replyToShop } from '#lib/server/mail/reply-to.ts'
import { type Link, writeMail } from '#lib/server/mail/write-mail.ts'
import type { Sign } from '#lib/server/settings/signer.ts'
import { stockAlertTexts } from '#lib/texts/page/stock-alert.ts'
import { newsletterPath } from './newsletter-links.ts'

/** Most alerts per mail address; beyond that the oldest are dropped. */
const MAX_OF_ONE = 30
/** After this long the alert is dropped, as they will have bought it elsewhere. */
const KEPT_MS = 180 * DAY_MS
const AT_ONCE = 500

/**
 * Stores that somebody wants a single mail when a product or pack is back in stock. Does not reveal whether
 * the address was known before.
 */
export async function askForAlert(
  db: Db,
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

/** The stock of a product or pack; undefined if it is not on sale, null if it is untracked. */
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
 * Mails everybody who waits for something that is back in stock, in one mail for all that is. The alerts are
 * deleted in the transaction that queues the mail: each person gets one mail, whatever crashes, and the shop
 * keeps no address. Whoever asked typed the address, so few such mails go to it in an hour (H10): the rest
 * wait for the next. @returns how many alerts were due
 */
export async function sendAlerts(
  db: Db,
  { sign, limits }: Pick<Accounts, 'sign' | 'limits'>,
  now: number,
): Promise<number> {
  const due = await db
    .selectFrom('stock_alert')
    .innerJoin('product', 'product.id', 'stock_alert.product_id')
    .select(['stock_alert.id', 'product.id as productId', 'product.name'])
    .select(['stock_alert.pack_label as pack', 'stock_alert.email'])
    .where('product.withdrawn_at', 'is', null)
    .where(isThere)
    .orderBy('stock_alert.email')
    .orderBy('stock_alert.created_at')
    .orderBy('stock_alert.id')
    .limit(AT_ONCE)
    .execute()
  for (const [email, alerts] of Map.groupBy(due, (alert) => alert.email)) {
    await inTransaction(db, async (trx) => {
      const gone = await trx
        .deleteFrom('stock_alert')
        .where(
          'id',
          'in',
          alerts.map(({ id }) => id),
        )
        .returning('id')
        .execute()
      // The others another server has done already.
      const mine = alerts.filter((alert) => gone.some(({ id }) => id === alert.id))
      if (mine.length === 0) return { ok: true, value: undefined }
      const wait = await limits.takeWithin(trx, [[ACCOUNT_RULES.alertMail, email]])
      if (wait > 0) return { ok: false, error: 'wait' as const }
      await queueMail(trx, await mailOf(trx, sign, email, mine))
      return { ok: true, value: undefined }
    })
  }
  await db
    .deleteFrom('stock_alert')
    .where('created_at', '<', now - KEPT_MS)
    .execute()
  return due.length
}

/** Forgets all that this address waits for: perhaps somebody else asked in its name. */
export async function forgetAlerts(db: Db, email: string): Promise<void> {
  await retryWhileLocked(() => db.deleteFrom('stock_alert').where('email', '=', email).execute())
}

/** Whether some are left, or its stock is untracked. */
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

type Due = { productId: string; name: string; pack: string }

async function mailOf(db: Db, sign: Sign, email: string, due: Due[]): Promise<Mail> {
  const shop = await loadShop(db)
  const links = due.map(linkTo)
  const [one, another] = links
  const only = another ? undefined : one
  const title = only ? stockAlertTexts.title(only.label) : stockAlertTexts.several(due.length)
  const text = only ? stockAlertTexts.text(only.label) : stockAlertTexts.severalText
  const leave = SHOP_ADDRESS + newsletterPath('alerts', email, sign)
  const letter = {
    leave: { label: stockAlertTexts.stop, href: leave },
    ...{ title, sender: shop.name, paragraphs: [text, stockAlertTexts.only] },
    ...(only ? { action: { ...only, label: stockAlertTexts.open } } : { links }),
  }
  return {
    ...{ to: email, ...replyToShop(shop), leave: { href: leave } },
    ...{ subject: title.slice(0, 150), ...writeMail(letter) },
  }
}

function linkTo({ productId, name, pack }: Due): Link {
  const query = pack === '' ? '' : `?variant=${encodeURIComponent(slugOf(pack))}`
  return {
    label: `${name} ${pack}`.trim(),
    href: `${SHOP_ADDRESS}${productPath(productId)}${query}`,
  }
}

/** The number of people waiting for each of these products. */
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
