import { GUEST } from '#lib/account/session.ts'
import {
  claimsOf,
  foreignUser,
  loginFirst,
  signedIn,
  type SignedInUser,
} from '#lib/server/accounts/session.ts'
import type { Rule } from '#lib/server/http/guards/rate-limit.ts'
import { mergeGuest } from '#lib/server/merge-guest/merge-guest.ts'
import {
  guestCookie,
  noGuestCookie,
  readGuestToken,
} from '#lib/server/shopper/guests/guest-cookie.ts'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import { findShopper, type Shopper } from '#lib/server/shopper/guests/shopper.ts'
import type { Context } from './_reply.ts'

/** Carts that one address begins; behind one of a mobile network stand many shoppers. */
const NEW_GUESTS: Rule = { name: 'guests', limit: 300, windowMs: 3_600_000 }

/** Answers for the user of the session alone: 401 without one, 403 for another one's id (I8). */
export async function personal(
  context: Context,
  answer: (user: SignedInUser) => Promise<Response>,
): Promise<Response> {
  const user = signedIn(context)
  if (user instanceof Response) return user
  return foreignUser(context, user) ?? answer(user)
}

/**
 * Answers for whose cart and list it is: the account's, or where the shop lets visitors have one, the
 * browser's. Who names an account without its session is told to sign in to it.
 */
export async function shopping(
  context: Context,
  answer: (shopper: Shopper) => Promise<Response>,
): Promise<Response> {
  const shopper = await findShopper(context)
  // What a visitor did before the sign-in goes into the account.
  const isOwn = (claim: unknown) =>
    claim === shopper?.userid || (claim === GUEST && context.locals.cartGate === 'open')
  if (!shopper || (shopper.isGuest && !claimsOf(context).every(isOwn))) return loginFirst(context)
  return foreignUser(context, shopper, isOwn) ?? answer(shopper)
}

type Opened = { shopper: Shopper; cookie?: string | undefined } | { wait: number }

/**
 * The shopper of a write. A visitor's first one makes their cart and its cookie; what a browser still
 * has of a visitor's cart goes into the account that it is signed in to. Or how many seconds to wait.
 */
export async function openShopper(context: Context, shopper: Shopper): Promise<Opened> {
  const { accounts, address, cartGate, db, limits } = context.locals
  if (cartGate !== 'open' || !accounts) return { shopper }
  const { settings } = accounts
  const token = readGuestToken(settings, context.request)
  if (!shopper.isGuest) {
    if (token === undefined) return { shopper }
    await mergeGuest(db, shopper.id, token)
    return { shopper, cookie: noGuestCookie(settings) }
  }
  if (shopper.id !== '' && token !== undefined) {
    return { shopper, cookie: guestCookie(settings, token) }
  }
  const wait = address === undefined ? 0 : (limits?.take(NEW_GUESTS, address) ?? 0)
  if (wait > 0) return { wait }
  const opened = await openGuest(db, token)
  return { shopper: { ...shopper, id: opened.id }, cookie: guestCookie(settings, opened.token) }
}
