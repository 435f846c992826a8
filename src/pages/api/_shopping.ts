import { GUEST } from '#lib/account/session.ts'
import { REVISION_HEADER } from '#lib/cart/cart.ts'
import { claimsOf, foreignUser, loginFirst } from '#lib/server/accounts/session.ts'
import type { Rule } from '#lib/server/http/guards/rate-limit.ts'
import { cartShape } from '#lib/server/shopper/cart/cart-shape.ts'
import { readCart } from '#lib/server/shopper/cart/read-cart.ts'
import {
  guestCookie,
  noGuestCookie,
  readGuestToken,
} from '#lib/server/shopper/guests/guest-cookie.ts'
import { nobodysRevision, GuestIsGone, openGuest } from '#lib/server/shopper/guests/guests.ts'
import { mergeGuest } from '#lib/server/merge-guest/merge-guest.ts'
import { findShopper, type Shopper } from '#lib/server/shopper/guests/shopper.ts'
import { keyedWrite, type Next, tooMany } from './_personal.ts'
import { type Asked, reply } from './_reply.ts'

/** Carts that one address begins; behind one of a mobile network stand many shoppers. */
const NEW_GUESTS: Rule = { name: 'guests', limit: 300, windowMs: 3_600_000 }
const RETRY_S = 1

/**
 * Answers for whose cart and list it is: the account's, or where the shop lets visitors have one, the
 * browser's. Who names an account without its session is told to sign in to it.
 */
export async function shopping(
  asked: Asked,
  answer: (shopper: Shopper) => Promise<Response>,
): Promise<Response> {
  const shopper = await findShopper(asked)
  // What a visitor did before the sign-in goes into the account.
  const isOwn = (claim: unknown) =>
    claim === shopper?.userid || (claim === GUEST && asked.locals.cartGate === 'open')
  if (!shopper || (shopper.isGuest && !claimsOf(asked).every(isOwn))) return loginFirst(asked)
  return foreignUser(asked, shopper, isOwn) ?? answer(shopper)
}

/**
 * The same for a write. A visitor's first one makes their cart and its cookie; what a browser still has
 * of a visitor's cart goes into the account that it is signed in to.
 */
export async function shoppingWrite(
  asked: Asked,
  next: Next,
  answer: (shopper: Shopper, key: string | undefined) => Promise<Response>,
): Promise<Response> {
  return shopping(asked, async (found) => {
    const opened = await openShopper(asked, found)
    if ('wait' in opened) return tooMany(asked, opened.wait, next)
    const { shopper, cookie } = opened
    try {
      const work = (key: string | undefined) => answer(shopper, key)
      const response = await keyedWrite(asked, next, shopper.id, work)
      if (cookie !== undefined) response.headers.append('set-cookie', cookie)
      return response
    } catch (error) {
      if (error instanceof GuestIsGone) return tooMany(asked, RETRY_S, next, 503)
      throw error
    }
  })
}

type Opened = { shopper: Shopper; cookie?: string | undefined } | { wait: number }

async function openShopper(asked: Asked, shopper: Shopper): Promise<Opened> {
  const { accounts, address, cartGate, db, limits } = asked.locals
  if (cartGate !== 'open' || !accounts) return { shopper }
  const { settings } = accounts
  const token = readGuestToken(settings, asked.request)
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

/** The cart as every write of it answers it. */
export async function cartNow({ locals }: Asked, { id, userid, isGuest }: Shopper) {
  const cart = await readCart(locals.db, id)
  const revision = isGuest && id === '' ? nobodysRevision(Date.now()) : cart.revision
  return { cart: cartShape(cart, userid), revision }
}

/** GET /api/cart: a bare array (S-172); the revision stands in a header (docs/cart.md). */
export async function answerCart(asked: Asked, shopper: Shopper): Promise<Response> {
  const { cart, revision } = await cartNow(asked, shopper)
  return reply(cart, 200, { [REVISION_HEADER]: String(revision) })
}
