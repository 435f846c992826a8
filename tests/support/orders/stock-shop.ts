import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { holdUnits, releaseUnits, sellUnits } from '#lib/server/orders/stock.ts'
import type { TestDatabase } from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

const ATTEMPT = {
  ...{ fullname: '', country: 'India', street1: '', street2: '', city: '', region: '' },
  ...{ zipcode: '', phone: '', email: '', note: '', fingerprint: '', provider: 'cod' as const },
  ...{ state: 'lapsed' as const, outcome: null, amount_paise: 100, currency: 'INR' as const },
  ...{ hold_until: 0, asked: 0, next_ask_at: 0, created_at: 0, closed_at: null },
  ...{ user_id: null, idempotency_key: null, provider_order_id: null },
}

/** What checkouts do to stock, without payments. */
export class Till {
  #db: Db
  #attempts = 0

  constructor({ db }: Pick<TestDatabase, 'db'>) {
    this.#db = db
  }

  /**
   * Holds units of a product or pack.
   * @returns the checkout's id, or undefined if there are not enough
   */
  async hold(productId: string, quantity: number, packLabel: string | null = null) {
    const id = `attempt-${++this.#attempts}`
    return this.#db.transaction().execute(async (trx) => {
      await trx
        .insertInto('attempt')
        .values({ ...ATTEMPT, id, chain: id })
        .execute()
      const unit = { position: 0, productId, packLabel, quantity }
      const { isHeld } = await holdUnits(trx, id, [unit], Date.now())
      return isHeld ? id : undefined
    })
  }

  async release(attemptId: string): Promise<void> {
    await this.#db.transaction().execute((trx) => releaseUnits(trx, attemptId, Date.now()))
  }

  async sell(productId: string, quantity: number, packLabel: string | null = null): Promise<void> {
    const id = await this.hold(productId, quantity, packLabel)
    if (id === undefined) throw new Error(`There are not ${quantity} of ${productId}`)
    await this.#db.transaction().execute((trx) => sellUnits(trx, id, Date.now()))
  }
}

/** The shop's products as written by `shop export`. */
export async function exportText(shop: TestDatabase): Promise<string> {
  const file = join(newFolder(), 'products.csv')
  await exportCatalogue(shop.db, file, shop)
  return readFileSync(file, 'utf8')
}

/** An export in which one cell has been edited. */
export async function edited(shop: TestDatabase, from: RegExp, to: string): Promise<string> {
  const text = await exportText(shop)
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`There is no ${String(from)} in\n${text}`)
  return changed
}

/** Current stock, by SKU and pack. */
export async function shelf({ db }: TestDatabase): Promise<Record<string, number | null>> {
  const products = await db.selectFrom('product').select(['id', 'sku', 'stock']).execute()
  const packs = await db.selectFrom('pack').select(['product_id', 'label', 'stock']).execute()
  const found: Record<string, number | null> = {}
  for (const { id, sku, stock } of products) {
    const own = packs.filter(({ product_id }) => product_id === id)
    if (own.length === 0) found[sku] = stock
    for (const pack of own) found[`${sku} ${pack.label}`] = pack.stock
  }
  return found
}
