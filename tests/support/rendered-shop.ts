import { join } from 'node:path'
import { isCountry } from '#lib/checkout/countries.ts'
import type { Accounts } from '#lib/server/accounts/accounts.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { Desk } from '#lib/server/desk/desk.ts'
import { openLog } from '#lib/server/http/log.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { openRendering } from '#lib/server/shop/rendering.ts'
import { readSettings, type Settings } from '#lib/server/settings/settings.ts'
import { openSessions, openTestAccounts } from './accounts.ts'
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

/** What stands behind the pages, where a test has made it already. */
export type Behind = {
  accounts?: Accounts | undefined
  payments?: Payments | undefined
  desk?: Desk | undefined
  settings?: Partial<Settings> | undefined
}

/** Who asks for a page, and the cookies that their browser has besides that of the session. */
export type Visitor = { user?: SignedInUser | undefined; cookie?: string | undefined }

/** The built app over an existing shop, behind the real HTTP front. */
export async function serveRendered(shop: TestDatabase, behind: Behind = {}) {
  const { db, url: databaseUrl, dataDir } = shop
  const settings = { ...readSettings({ DATA_DIR: dataDir }), ...behind.settings, databaseUrl }
  const log = openLog('silent')
  const accounts = behind.accounts ?? openTestAccounts(shop).accounts
  const desk = behind.desk ?? new Desk(db, settings, log.logger)
  const payments = behind.payments ?? openTestPayments(db)
  const { render } = openRendering(settings, db, log, { accounts, payments, desk })
  const folders = {
    site: join(dataDir, 'site'),
    client: join(dataDir, 'client'),
    uploads: join(dataDir, 'uploads'),
  }
  const server = await openServer(render, { rateScale: 1000, folders, isCountry })
  const sessionOf = openSessions(accounts)
  const visit = async (path: string, { user, cookie = '' }: Visitor = {}) => {
    const cookies = [user ? await sessionOf(user) : '', cookie].filter((text) => text !== '')
    const sent = cookies.length > 0 ? { cookie: cookies.join('; ') } : {}
    return ask(server, path, { headers: { accept: 'text/html', ...sent } })
  }
  return {
    ...{ server, accounts, visit },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      if (!behind.desk) await desk.close()
    },
  }
}

/** A page as a visitor of an existing shop gets it over HTTP, with one blank for each run of them. */
export async function visitPage(shop: TestDatabase, path: string): Promise<string> {
  await using at = await serveRendered(shop)
  const { text } = await at.visit(path)
  return text.replaceAll(/\s+/g, ' ')
}
