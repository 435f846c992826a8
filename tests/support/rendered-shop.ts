import { join } from 'node:path'
import { isCountry } from '#lib/checkout/countries.ts'
import { Desk } from '#lib/server/desk/desk.ts'
import { openLog } from '#lib/server/http/log.ts'
import { openRendering } from '#lib/server/shop/rendering.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { openTestAccounts } from './accounts.ts'
import { openTestPayments } from './orders/checkout-shop.ts'
import type { TestDatabase } from './databases/database.ts'
import { ask, openServer } from './http-front.ts'
import { fillLarge } from './large-shop.ts'

/** The built app over a shop with this many products, none of them published. */
export async function openRendered(open: () => Promise<TestDatabase>, products: number) {
  const shop = await open()
  await fillLarge(shop, products)
  const at = await serveRendered(shop)
  return {
    ...{ ...at, shop },
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]()
      await shop[Symbol.asyncDispose]()
    },
  }
}

/** The built app over an existing shop. */
export async function serveRendered(shop: TestDatabase) {
  const { db, url: databaseUrl, dataDir } = shop
  const settings = { ...readSettings({ DATA_DIR: dataDir }), databaseUrl }
  const log = openLog('silent')
  const { accounts } = openTestAccounts(shop)
  const desk = new Desk(db, settings, log.logger)
  const payments = openTestPayments(db)
  const { render } = openRendering(settings, db, log, { accounts, payments, desk })
  const folders = {
    site: join(dataDir, 'site'),
    client: join(dataDir, 'client'),
    uploads: join(dataDir, 'uploads'),
  }
  const server = await openServer(render, { rateScale: 1000, folders, isCountry })
  return {
    ...{ server, accounts },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await desk.close()
    },
  }
}

/** A page as a visitor of an existing shop gets it over HTTP, with one blank for each run of them. */
export async function visitPage(shop: TestDatabase, path: string): Promise<string> {
  await using at = await serveRendered(shop)
  const { text } = await ask(at.server, path, { headers: { accept: 'text/html' } })
  return text.replaceAll(/\s+/g, ' ')
}
