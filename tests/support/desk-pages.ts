import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { addUser } from './accounts.ts'
import { openCounter } from './orders/counter-shop.ts'
import { openSqlite, type TestDatabase } from './databases/database.ts'
import { serveRendered } from './rendered-shop.ts'

/** Pages of any shop as they are seen over HTTP by somebody signed in, or by a visitor. */
export async function openPages(
  shop: TestDatabase,
  behind: Parameters<typeof serveRendered>[1] = {},
) {
  const at = await serveRendered(shop, behind)
  const show = async (path: string, user?: SignedInUser, cookie = '') => {
    const { status, headers, text: html } = await at.visit(path, { user, cookie })
    const seen = html.replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '')
    const text = seen.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    return { status, location: headers.location ?? null, html, text }
  }
  return { show, [Symbol.asyncDispose]: at[Symbol.asyncDispose] }
}

/** A shop whose pages are seen by one of its staff, or by somebody else. */
export async function openDeskPages() {
  const shop = await openCounter(openSqlite)
  const staff = await addUser(shop.db, 'Ravi', 'staff')
  const pages = await openPages(shop, { payments: shop.payments })
  const show = (path: string, user: SignedInUser | undefined = staff, cookie = '') =>
    pages.show(path, user, cookie)
  const close = async () => {
    await pages[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  }
  return { ...shop, staff, show, [Symbol.asyncDispose]: close }
}
