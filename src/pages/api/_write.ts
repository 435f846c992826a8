import { GUEST } from '#lib/account/session.ts'
import {
  userIdsOf,
  foreignUser,
  loginFirst,
  signedIn,
  type SignedInUser,
} from '#lib/server/accounts/session.ts'
import { routeOf } from '#lib/server/http/find-route.ts'
import { openShopper } from '#lib/server/merge-guest/open-shopper.ts'
import { GuestIsGone } from '#lib/server/shopper/guests/guests.ts'
import { asShopper, findShopper, type Shopper } from '#lib/server/shopper/guests/shopper.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'
import { pendingCookie } from '#lib/server/shopper/pending.ts'
import { keySchema } from '#lib/server/shopper/requests.ts'
import {
  type ActionKind,
  type ParsedWrite,
  parseAction,
  performOnce,
} from '#lib/server/shopper/shopper-actions.ts'
import { waitForTurn } from './_limits.ts'
import { answerOutcome, answerTooMany, type Context, malformed, type Next } from './_reply.ts'

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

/** Does a write; `key` is the request's idempotency key, under which it is done once. */
type DoWrite<Who> = (who: Who, key: string | undefined) => Promise<Response>

/** Like `personal`, for a write: within the limits of the table of routes, and with its key. */
export async function personalWrite(
  context: Context,
  next: Next,
  write: DoWrite<SignedInUser>,
): Promise<Response> {
  return personal(context, (user) => keyedWrite(context, next, user, write))
}

/** Like `shopping`, for a write. */
async function shoppingWrite(
  context: Context,
  next: Next,
  write: DoWrite<Shopper>,
): Promise<Response> {
  return shopping(context, async (found) => {
    const opened = await openShopper(context, found)
    if ('wait' in opened) return answerTooMany(context, opened.wait, next)
    const { shopper, cookie } = opened
    try {
      const response = await keyedWrite(context, next, shopper, write)
      if (cookie !== undefined) response.headers.append('set-cookie', cookie)
      return response
    } catch (error) {
      if (error instanceof GuestIsGone) return answerTooMany(context, RETRY_S, next, { code: 503 })
      throw error
    }
  })
}

async function keyedWrite<Who extends { id: string }>(
  context: Context,
  next: Next,
  who: Who,
  write: DoWrite<Who>,
): Promise<Response> {
  const wait = waitForTurn(context, who.id)
  if (wait > 0) return answerTooMany(context, wait, next)
  const key = readKey(context)
  return key.ok ? write(who, key.value) : malformed(context, 'idempotencykey', next)
}

type Asked = {
  /** What the shopper asks for, or which field is wrong. */
  parsed: ParsedWrite
  next: Next
  /** Further fields of the answer: what the shopper has now. */
  now?: (shopper: Shopper, outcome: Outcome) => Promise<Record<string, unknown>>
  /** Seconds for which no such write is accepted from the shopper; 0 for none. */
  waitFor?: (shopper: Shopper) => Promise<number>
}

/** Does a shopper's write once per key, and answers with its outcome. */
export async function answerWrite(
  context: Context,
  { parsed, next: screen, now, waitFor }: Asked,
): Promise<Response> {
  const write: DoWrite<Shopper> = async (shopper, key) => {
    if (!parsed.ok) return malformed(context, parsed.field, screen)
    const next = { ...screen, ...parsed.value.next }
    const wait = (await waitFor?.(shopper)) ?? 0
    if (wait > 0) return answerTooMany(context, wait, next)
    const outcome = await performOnce(context.locals.db, shopper, parsed.value, key)
    return answerOutcome(context, outcome, next, async () => (await now?.(shopper, outcome)) ?? {})
  }
  const needsAccount = routeOf(context.url.pathname)?.who === 'account'
  if (!needsAccount) return shoppingWrite(context, screen, write)
  return personalWrite(context, screen, (user, key) => write(asShopper(user), key))
}

/**
 * Answers POST /api/{kind}/add. An action refused for lack of a session is stored in a cookie and
 * done after the sign-in (pending.ts).
 */
export async function answerAction(
  context: Context,
  kind: ActionKind,
  asked: Pick<Asked, 'now' | 'waitFor'>,
): Promise<Response> {
  const parsed = parseAction(kind, context.locals.body ?? {})
  const response = await answerWrite(context, { ...asked, parsed, next: screenOf(kind, context) })
  if (!context.locals.user && parsed.ok && asksToSignIn(response))
    keepForSignIn(context, kind, response)
  return response
}

const asksToSignIn = ({ status, headers }: Response): boolean =>
  status === 401 || /^\/signin\b/.test(headers.get('location') ?? '')

function keepForSignIn(context: Context, kind: ActionKind, { headers }: Response): void {
  const { accounts, body } = context.locals
  const key = readKey(context)
  if (!accounts || !key.ok) return
  const cookie = pendingCookie(accounts, { kind, body: body ?? {} }, key.value)
  if (cookie) headers.append('set-cookie', cookie)
}

/** Where a form leads whose fields are not valid; a review gets its text back. */
function screenOf(kind: ActionKind, { locals }: Context): Next {
  const { productid, review, customerrating } = locals.body ?? {}
  if (kind === 'mylist') return { done: '/mylist', refused: '/mylist' }
  const isId = typeof productid === 'string' && /^[\w.-]{1,200}$/.test(productid)
  if (!isId) return { done: '/cart', refused: '/cart' }
  const path = `/product/${productid}`
  if (kind === 'cart') return { done: '/cart', refused: path }
  const values = { review: String(review ?? ''), customerrating: String(customerrating ?? '') }
  return { done: path, refused: path, form: { path, values } }
}

type Key = { ok: true; value: string | undefined } | { ok: false }

/** The idempotency key: header `Idempotency-Key`, or a form's field. */
export function readKey({ request, locals }: Context): Key {
  const given = request.headers.get('idempotency-key') ?? locals.body?.['idempotencykey'] ?? ''
  if (given === '') return { ok: true, value: undefined }
  const parsed = keySchema.safeParse(given)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false }
}
