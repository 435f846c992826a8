import type { APIContext } from 'astro'
import { GUEST } from '#lib/account/session.ts'
import { type SignedInUser, toSignIn } from '#lib/server/accounts/session.ts'
import { readGuestToken } from './guest-cookie.ts'
import { findGuest } from './guests.ts'

/** The owner of a cart and wishlist: an account, or a guest's browser. */
export type Shopper = {
  /** The id in "user"; empty for a visitor who has added nothing yet. */
  id: string
  /** The id that the API shows: that of an account, or `guest`. */
  userid: string
  name: string
  isGuest: boolean
}

/** A shopper with the account's mail address ('' for a guest). */
export type Buyer = Shopper & { email: string }

type Context = Pick<APIContext, 'locals' | 'request'>

/** A signed-in user as a shopper. */
export const asShopper = ({ id, name }: SignedInUser): Shopper => ({
  ...{ id, userid: id, name, isGuest: false },
})

/** The shopper of a request; undefined if carts require a sign-in (CART_GATE). */
export async function findShopper({ locals, request }: Context): Promise<Shopper | undefined> {
  const { accounts, cartGate, db, user } = locals
  if (user) return asShopper(user)
  if (cartGate !== 'open' || !accounts) return undefined
  const token = readGuestToken(accounts.settings, request)
  const guest = token === undefined ? undefined : await findGuest(db, token)
  return { id: guest?.id ?? '', userid: GUEST, name: '', isGuest: true }
}

/** The shopper of a page, or a redirect to the sign-in and back. */
export async function requireShopper(
  page: Context & Pick<APIContext, 'url'>,
): Promise<Shopper | Response> {
  return (await findShopper(page)) ?? toSignIn(page.url.pathname + page.url.search)
}

/** The shopper of a request with their account's mail address; undefined if carts require a sign-in. */
export async function findBuyer(context: Context): Promise<Buyer | undefined> {
  const shopper = await findShopper(context)
  return shopper && { ...shopper, email: context.locals.user?.email ?? '' }
}

/** The buyer of a page, or a redirect to the sign-in and back. */
export const requireBuyer = async (page: Context & Pick<APIContext, 'url'>) =>
  (await findBuyer(page)) ?? toSignIn(page.url.pathname + page.url.search)
