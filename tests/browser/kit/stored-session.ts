import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Role } from '#lib/account/roles.ts'
import { openDatabase, retryWhileLocked } from '#lib/server/database/database.ts'
import { keptSecret } from '#lib/server/settings/auth-secret.ts'
import { writeReview } from '#lib/server/shopper/reviews/write-review.ts'
import { newShopper, openTestAccounts, PASSWORD } from '#tests/support/accounts.ts'
import type { Shopper } from './accounts.ts'

/** The database of the shop that all browser tests share, opened once per worker. */
let opening: ReturnType<typeof openShop> | undefined

function openShop() {
  const dataDir = process.env['BROWSER_TEST_DIR'] ?? ''
  const url = join(dataDir, 'shop.db')
  const db = openDatabase(url)
  const authSecret = keptSecret({ authSecret: undefined, dataDir })
  const shop = { db, url, dataDir, [Symbol.asyncDispose]: () => db.destroy() }
  return { shop, ...openTestAccounts(shop, { authSecret }) }
}

/**
 * Creates an account with a session directly in the shop's database and gives it to a page's
 * browser: the same as signing in, without screens and password hashing. The page is then on an
 * address of the shop.
 */
export async function storeSession(page: Page): Promise<Shopper> {
  const { shop, accounts } = (opening ??= openShop())
  // The server writes to the same file, so retry while it is locked, as all its writers do.
  const { cookie, user } = await retryWhileLocked(() =>
    newShopper(shop, { accounts, email: newEmail() }),
  )
  await page.goto('/robots.txt')
  const { origin } = new URL(page.url())
  const pairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/))
  const shared = { url: origin, sameSite: 'Lax', httpOnly: true } as const
  const cookies = pairs.map(([name = '', value = '']) => ({ ...shared, name, value }))
  await page.context().addCookies(cookies)
  await setFlags(page, user)
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    phone: '9876543210',
    password: PASSWORD,
  }
}

const newEmail = () => `asha.${randomBytes(6).toString('hex')}@example.com`

/** Sets what a browser stores about the signed-in user. */
export async function setFlags(
  page: Page,
  user: { id: string; name: string; email: string },
  token = 'yes',
): Promise<void> {
  const { id, name, email } = user
  await page.evaluate(
    ([flag, stored]) => {
      localStorage.setItem('token', flag)
      localStorage.setItem('user', stored)
    },
    [token, JSON.stringify({ id, name, email, userid: id })] as const,
  )
}

/** Marks an email address as confirmed, as the mailed code does. */
export async function confirmMail(email: string): Promise<void> {
  const { shop } = (opening ??= openShop())
  const confirmed = shop.db
    .updateTable('user')
    .set({ email_verified: true })
    .where('email', '=', email)
  await retryWhileLocked(() => confirmed.execute())
}

/** Gives a new account its only role, as `shop grant` does (tests/unit/cli/roles.test.ts). */
export async function giveRole({ id }: Pick<Shopper, 'id'>, role: Role): Promise<void> {
  const { shop } = (opening ??= openShop())
  const given = shop.db.updateTable('user').set({ roles: role }).where('id', '=', id)
  await retryWhileLocked(() => given.execute())
}

/** Replaces the reviews of a product by these of new customers, each some time after the one before. */
export async function storeReviews(productId: string, texts: string[]): Promise<void> {
  const { shop, accounts } = (opening ??= openShop())
  const said: { user: { id: string; name: string }; text: string }[] = []
  for (const text of texts) {
    const email = newEmail()
    const { user } = await retryWhileLocked(() => newShopper(shop, { accounts, email }))
    said.push({ user, text })
  }
  const write = shop.db.transaction()
  await retryWhileLocked(() =>
    write.execute(async (trx) => {
      await trx.deleteFrom('review').where('product_id', '=', productId).execute()
      for (const [at, { user, text }] of said.entries()) {
        await writeReview(trx, user, { productId, text, rating: 5 })
        const since = { created_at: Date.now() - (said.length - at) * 1000 }
        await trx.updateTable('review').set(since).where('user_id', '=', user.id).execute()
      }
    }),
  )
}

/** Has the demo gateway refuse all refunds of what a shopper has paid, as if the shop's balance there were empty. */
export async function emptyBalance({ id }: Pick<Shopper, 'id'>): Promise<void> {
  const { shop } = (opening ??= openShop())
  const paid = shop.db
    .selectFrom('payment')
    .innerJoin('attempt', 'attempt.id', 'attempt_id')
    .select('provider_payment_id')
    .where('user_id', '=', id)
  // It gives nothing back of what it does not have.
  const empty = shop.db.deleteFrom('demo_payment').where('id', 'in', paid)
  await retryWhileLocked(() => empty.execute())
}
