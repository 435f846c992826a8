import { keySchema } from '#lib/server/shopper/cart/requests.ts'
import { GuestIsGone } from '#lib/server/shopper/guests/guests.ts'
import { asShopper, type Shopper } from '#lib/server/shopper/guests/shopper.ts'
import { pendingCookie } from '#lib/server/shopper/pending.ts'
import { type Action, type ActionKind, parseAction } from '#lib/server/shopper/shopper-actions.ts'
import type { Rule } from '#lib/server/http/guards/rate-limit.ts'
import { malformed, type Next, tooMany } from './_outcome.ts'
import type { Context } from './_reply.ts'
import { openShopper, personal, shopping } from './_shopper.ts'

/** Writes of cart and wishlist, per account (H10e). */
const WRITES: Rule = { name: 'shopper', limit: 120, windowMs: 60_000 }

const RETRY_S = 1

type ActionCall = { shopper: Shopper; action: Action; key: string | undefined; next: Next }

/** POST /api/{kind}/add. Where that takes a session, it waits in a cookie for the sign-in (pending.ts). */
export async function answerAction(
  context: Context,
  kind: ActionKind,
  perform: (call: ActionCall) => Promise<Response>,
): Promise<Response> {
  const action = parseAction(kind, context.locals.body ?? {})
  const screen = screenOf(kind, context)
  // A review stands there for all under a name.
  const write = kind === 'productreviews' ? personalWrite : shoppingWrite
  const answer = await write(context, screen, async (shopper, key) => {
    if (!action.ok) return malformed(context, action.field, screen)
    const next = { ...screen, ...action.value.next }
    return perform({ shopper, action: action.value, key, next })
  })
  if (!context.locals.user && action.ok && asksToSignIn(answer))
    keepForSignIn(context, kind, answer)
  return answer
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

/** Where a form goes back to that cannot be read; a review takes its text along. */
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

/** Like `personal`, for a write: a limit per account, and the key of the request. */
export async function personalWrite(
  context: Context,
  next: Next,
  answer: (shopper: Shopper, key: string | undefined) => Promise<Response>,
): Promise<Response> {
  return personal(context, (user) =>
    keyedWrite(context, next, user.id, (key) => answer(asShopper(user), key)),
  )
}

/** A write under its key, within its limit. */
async function keyedWrite(
  context: Context,
  next: Next,
  id: string,
  answer: (key: string | undefined) => Promise<Response>,
): Promise<Response> {
  const wait = context.locals.limits?.take(WRITES, id) ?? 0
  if (wait > 0) return tooMany(context, wait, next)
  const key = readKey(context)
  return key.ok ? answer(key.value) : malformed(context, undefined, next)
}

/** Like `shopping`, for a write. */
export async function shoppingWrite(
  context: Context,
  next: Next,
  answer: (shopper: Shopper, key: string | undefined) => Promise<Response>,
): Promise<Response> {
  return shopping(context, async (found) => {
    const opened = await openShopper(context, found)
    if ('wait' in opened) return tooMany(context, opened.wait, next)
    const { shopper, cookie } = opened
    try {
      const work = (key: string | undefined) => answer(shopper, key)
      const response = await keyedWrite(context, next, shopper.id, work)
      if (cookie !== undefined) response.headers.append('set-cookie', cookie)
      return response
    } catch (error) {
      if (error instanceof GuestIsGone) return tooMany(context, RETRY_S, next, 503)
      throw error
    }
  })
}

type Key = { ok: true; value: string | undefined } | { ok: false }

/** Header `Idempotency-Key`, or the field of a form. */
export function readKey({ request, locals }: Context): Key {
  const given = request.headers.get('idempotency-key') ?? locals.body?.['idempotencykey'] ?? ''
  if (given === '') return { ok: true, value: undefined }
  const parsed = keySchema.safeParse(given)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false }
}
