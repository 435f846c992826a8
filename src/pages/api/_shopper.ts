import { GUEST } from '#lib/account/session.ts'
import {
  userIdsOf,
  foreignUser,
  loginFirst,
  signedIn,
  type SignedInUser,
} from '#lib/server/accounts/session.ts'
import { RULES } from '#lib/server/http/guards/rules.ts'
import { mergeGuest } from '#lib/server/merge-guest/merge-guest.ts'
import {
  guestCookie,
  noGuestCookie,
  readGuestToken,
} from '#lib/server/shopper/guests/guest-cookie.ts'
import { GuestIsGone, openGuest } from '#lib/server/shopper/guests/guests.ts'
import { asShopper, findShopper, type Shopper } from '#lib/server/shopper/guests/shopper.ts'
import { keySchema } from '#lib/server/shopper/requests.ts'
import { waitForTurn } from './_limits.ts'
import { malformed, type Next, answerTooMany } from './_outcome.ts'
import type { Context } from './_reply.ts'

const RETRY_S = 1

/**
 * Answers only for the session's own user: 401 without a session, 403 for another user's id (I8).
 */
export async function personal(
  context: Context,
  answer: (user: SignedInUser) => Promise<Response>,
): Promise<Response> {
  const user = signedIn(context)
  if (user instanceof Response) return user
  return foreignUser(context, user) ?? answer(user)
}

/**
 * Answers for the owner of a cart and list: the account or, in a shop open to visitors, this
 * browser's guest. A request that names an account without its session is asked to sign in.
 */
export async function shopping(
  context: Context,
  answer: (shopper: Shopper) => Promise<Response>,
): Promise<Response> {
  const shopper = await findShopper(context)
  // A visitor's request sent before the sign-in goes into the account.
  const isOwn = (claim: unknown) =>
    claim === shopper?.userid || (claim === GUEST && context.locals.cartGate === 'open')
  if (!shopper || (shopper.isGuest && !userIdsOf(context).every(isOwn))) return loginFirst(context)
  return foreignUser(context, shopper, isOwn) ?? answer(shopper)
}

/** Does a shopper's write; `key` is the request's idempotency key, under which it is done once. */
export type AnswerWrite = (shopper: Shopper, key: string | undefined) => Promise<Response>

/** Like `personal`, for a write: with a rate limit per account, and the idempotency key. */
export async function personalWrite(
  context: Context,
  next: Next,
  answer: AnswerWrite,
): Promise<Response> {
  return personal(context, (user) => keyedWrite(context, next, asShopper(user), answer))
}

/** Like `shopping`, for a write. */
export async function shoppingWrite(
  context: Context,
  next: Next,
  answer: AnswerWrite,
): Promise<Response> {
  return shopping(context, async (found) => {
    const opened = await openShopper(context, found)
    if ('wait' in opened) return answerTooMany(context, opened.wait, next)
    const { shopper, cookie } = opened
    try {
      const response = await keyedWrite(context, next, shopper, answer)
      if (cookie !== undefined) response.headers.append('set-cookie', cookie)
      return response
    } catch (error) {
      if (error instanceof GuestIsGone) return answerTooMany(context, RETRY_S, next, 503)
      throw error
    }
  })
}

type Opened = { shopper: Shopper; cookie?: string | undefined } | { wait: number }

/**
 * The shopper of a write. A visitor's first write creates their cart and its cookie; a visitor's
 * cart left in this browser is merged into the account that is signed in.
 * @returns otherwise the seconds to wait
 */
async function openShopper(context: Context, shopper: Shopper): Promise<Opened> {
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
  const wait = address === undefined ? 0 : (limits?.take(RULES.newGuests, address) ?? 0)
  if (wait > 0) return { wait }
  const opened = await openGuest(db, token)
  return { shopper: { ...shopper, id: opened.id }, cookie: guestCookie(settings, opened.token) }
}

/** Does a write under its idempotency key, within the rate limit. */
async function keyedWrite(
  context: Context,
  next: Next,
  shopper: Shopper,
  answer: AnswerWrite,
): Promise<Response> {
  const wait = waitForTurn(context, shopper.id)
  if (wait > 0) return answerTooMany(context, wait, next)
  const key = readKey(context)
  return key.ok ? answer(shopper, key.value) : malformed(context, undefined, next)
}

type Key = { ok: true; value: string | undefined } | { ok: false }

/** The idempotency key: header `Idempotency-Key`, or a form's field. */
export function readKey({ request, locals }: Context): Key {
  const given = request.headers.get('idempotency-key') ?? locals.body?.['idempotencykey'] ?? ''
  if (given === '') return { ok: true, value: undefined }
  const parsed = keySchema.safeParse(given)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false }
}
