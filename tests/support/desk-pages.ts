import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { addUser } from './accounts.ts'
import { openCounter } from './orders/counter-shop.ts'
import { openSqlite, type TestDatabase } from './databases/database.ts'
import { type Behind, serveRendered } from './rendered-shop.ts'

/**
 * A shop with its pages, as they are seen over HTTP by somebody signed in, or by a visitor. Accounts, payments and desk
 * are the shop's own if it has any.
 */
export async function openPages<Shop extends TestDatabase & Omit<Behind, 'settings'>>(
  shop: Shop,
  settings: Behind['settings'] = {},
) {
  const { accounts, payments, desk } = shop
  const at = await serveRendered(shop, { accounts, payments, desk, settings })
  const show = async (path: string, user?: SignedInUser, cookie = '') => {
    const { status, headers, text: html } = await at.visit(path, { user, cookie })
    const seen = html.replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '')
    const text = seen.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    return { status, location: headers.location ?? null, html, text }
  }
  const close = async () => {
    await at[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  }
  return { ...shop, show, visit: at.visit, [Symbol.asyncDispose]: close }
}

/** A shop whose pages are seen by one of its staff, or by somebody else. */
export async function openDeskPages() {
  const shop = await openPages(await openCounter(openSqlite))
  const staff = await addUser(shop.db, 'Ravi', 'staff')
  const show = (path: string, user: SignedInUser | undefined = staff, cookie = '') =>
    shop.show(path, user, cookie)
  return { ...shop, staff, show }
}
