import { pendingCookie } from '#lib/server/shopper/pending.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'
import type { Shopper } from '#lib/server/shopper/guests/shopper.ts'
import { removalSchema } from '#lib/server/shopper/requests.ts'
import {
  type Action,
  type ActionKind,
  parseAction,
  performOnce,
  performAction,
} from '#lib/server/shopper/shopper-actions.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { answerOutcome, malformed, type Next, answerTooMany } from './_outcome.ts'
import type { Context } from './_reply.ts'
import { personalWrite, readKey, shoppingWrite } from './_shopper.ts'

type Fields = Record<string, unknown>

type AddOptions = {
  /** Further fields of the answer: what the shopper has now. */
  now: (shopper: Shopper, action: Action, outcome: Outcome) => Promise<Fields>
  /** Seconds for which no such action is accepted from the shopper; 0 for none. */
  waitFor?: (shopper: Shopper) => Promise<number>
}

/**
 * Answers POST /api/{kind}/add. An action refused for lack of a session is stored in a cookie and
 * done after the sign-in (pending.ts).
 */
export async function answerAction(
  context: Context,
  kind: ActionKind,
  { now, waitFor }: AddOptions,
): Promise<Response> {
  const parsed = parseAction(kind, context.locals.body ?? {})
  const screen = screenOf(kind, context)
  // A review is published under a name, so it needs an account.
  const write = kind === 'productreviews' ? personalWrite : shoppingWrite
  const answer = await write(context, screen, async (shopper, key) => {
    if (!parsed.ok) return malformed(context, parsed.field, screen)
    const { value: action } = parsed
    const next = { ...screen, ...action.next }
    const wait = (await waitFor?.(shopper)) ?? 0
    if (wait > 0) return answerTooMany(context, wait, next)
    const outcome = await performAction(context.locals.db, shopper, action, key)
    return answerOutcome(context, outcome, next, () => now(shopper, action, outcome))
  })
  if (!context.locals.user && parsed.ok && asksToSignIn(answer))
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

type Removed = { id: string; was: number | undefined }
type RemoveOptions = {
  run: (trx: Trx, shopper: Shopper, line: Removed) => Promise<Outcome>
  now: (shopper: Shopper) => Promise<Fields>
}

/**
 * Answers DELETE /api/{kind}: removes one of the shopper's own lines, whose id is in the path or in
 * the body as `_id`.
 */
export function answerRemoval(
  context: Context,
  kind: 'cart' | 'mylist',
  { run, now }: RemoveOptions,
): Promise<Response> {
  const next = { done: `/${kind}`, refused: `/${kind}` }
  return shoppingWrite(context, next, async (shopper, key) => {
    const parsed = removalSchema.safeParse(context.locals.body ?? {})
    const id = context.params['id'] ?? parsed.data?._id
    if (!parsed.success || id === undefined) return malformed(context, '_id', next)
    const line = { id, was: parsed.data.was }
    const request = { shopper, key, route: `DELETE /api/${kind}`, body: line }
    const outcome = await performOnce(context.locals.db, request, (trx) => run(trx, shopper, line))
    return answerOutcome(context, outcome, next, () => now(shopper))
  })
}
