import type { APIContext } from 'astro'
import { GUEST } from '#lib/account/session.ts'
import { type SignedInUser, toSignIn } from '#lib/server/accounts/session.ts'
import { readGuestToken } from './guest-cookie.ts'
import { findGuest } from './guests.ts'

/** Whose cart and list it is: of an account, or of a browser. */
export type Shopper = {
  /** Of the row in "user"; empty for a visitor who has put nothing anywhere yet. */
  id: string
  /** What the shop calls them outside: the id of an account, or `guest`. */
  userid: string
  name: string
  isGuest: boolean
}

/** Who pays; the mail is that of the account. */
export type Buyer = Shopper & { email: string }

type Context = Pick<APIContext, 'locals' | 'request'>

/** Whoever is signed in, as a shopper. */
export const asShopper = ({ id, name }: SignedInUser): Shopper => ({
  ...{ id, userid: id, name, isGuest: false },
})

/** Who has a cart here; undefined where one must sign in for that (CART_GATE). */
export async function findShopper({ locals, request }: Context): Promise<Shopper | undefined> {
  const { accounts, cartGate, db, user } = locals
  if (user) return asShopper(user)
  if (cartGate !== 'open' || !accounts) return undefined
  const token = readGuestToken(accounts.settings, request)
  const guest = token === undefined ? undefined : await findGuest(db, token)
  return { id: guest?.id ?? '', userid: GUEST, name: '', isGuest: true }
}

/** The shopper of a page; or the way to sign in and back to it. */
export async function requireShopper(
  page: Context & Pick<APIContext, 'url'>,
): Promise<Shopper | Response> {
  return (await findShopper(page)) ?? toSignIn(page.url.pathname + page.url.search)
}

/** Who buys: as `findShopper`, with the mail of the account. */
export async function findBuyer(context: Context): Promise<Buyer | undefined> {
  const shopper = await findShopper(context)
  return shopper && { ...shopper, email: context.locals.user?.email ?? '' }
}

/** The buyer of a page; or the way to sign in and back to it. */
export const requireBuyer = async (page: Context & Pick<APIContext, 'url'>) =>
  (await findBuyer(page)) ?? toSignIn(page.url.pathname + page.url.search)
