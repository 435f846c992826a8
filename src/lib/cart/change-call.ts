import { type CartItem, cartAnswerSchema, cartItemSchema } from './cart.ts'
import type { Change, LineRef } from './cart-changes.ts'
import { findLine } from './cart-changes.ts'
import * as z from 'zod/mini'
import { timeLimit } from '#lib/time-limit.ts'
import { type Wish, wishSchema } from './wishlist.ts'

/** Time limit for an answer in milliseconds (S-203). */
const LIMIT_MS = 30_000

/** What is needed of a wishlist entry to look up its id. */
type Named = Pick<Wish, '_id' | 'productid'>
type Call = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: Record<string, unknown> }

/** The answer of cart and wishlist to a change, including refusals (docs/cart.md). */
const answerSchema = z.extend(z.partial(cartAnswerSchema), {
  cart: z.optional(z.array(cartItemSchema)),
  mylist: z.optional(z.array(wishSchema)),
})
export type ChangeAnswer = z.infer<typeof answerSchema>

/**
 * What became of a change: answered; failed and to be sent again after `waitMs` at least
 * (`isFault`: the server failed over this very change); or refused for lack of a session.
 */
export type Sent =
  | { status: 'answered'; isDone: boolean; answer: ChangeAnswer }
  | { status: 'failed'; waitMs: number; isFault?: boolean }
  | { status: 'signedOut' }

/**
 * Sends a change under its own idempotency key, so that repeating it is harmless. Ids are looked up
 * in `cart` and `wishes`.
 */
export async function sendChange(
  change: Change,
  cart: readonly CartItem[],
  wishes: readonly Named[] = [],
): Promise<Sent> {
  const call = callOf(change, cart, wishes)
  // The line never existed: its addition was refused.
  if (!call) return { status: 'answered', isDone: false, answer: {} }
  const { method, path, body } = call
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'idempotency-key': change.key,
      },
      // Names the owner, as the cookie may be another user's by now (I8).
      body: JSON.stringify({ ...body, userid: change.userid }),
      signal: timeLimit(LIMIT_MS),
    })
    if ([401, 403].includes(response.status)) return { status: 'signedOut' }
    if (response.status >= 500 || [408, 429].includes(response.status)) {
      const waitMs = readWait(response)
      return { status: 'failed', waitMs, ...(response.status === 500 && { isFault: true }) }
    }
    const parsed = answerSchema.safeParse(await response.json())
    return { status: 'answered', isDone: response.ok, answer: parsed.success ? parsed.data : {} }
  } catch (error) {
    console.warn(`${method} ${path} waits for the network:`, error)
    return { status: 'failed', waitMs: 0 }
  }
}

/** A date in `Retry-After` is ignored: the queue has waits of its own. */
const readWait = ({ headers }: Response): number => Number(headers.get('retry-after')) * 1000 || 0

function callOf(
  change: Change,
  cart: readonly CartItem[],
  wishes: readonly Named[],
): Call | undefined {
  switch (change.kind) {
    case 'add':
      return {
        method: 'POST',
        path: '/api/cart/add',
        body: { ...asked(change.line), quantity: change.quantity },
      }
    case 'move': {
      const body = { ...asked(change.line), quantity: 1, mylistid: change.id }
      return { method: 'POST', path: '/api/cart/add', body }
    }
    case 'wish': {
      const { productid } = change
      return { method: 'POST', path: '/api/mylist/add', body: { productid } }
    }
    case 'unwish': {
      // A heart may be emptied before the server has assigned the entry's id.
      const id = change.id || wishes.find((wish) => wish.productid === change.productid)?._id
      return id ? { method: 'DELETE', path: `/api/mylist/${encodeURIComponent(id)}` } : undefined
    }
    default:
      // Sent even if the line is gone by now: the server repeats its answer to this change (I7).
      return lineCall(change, change.line.id || findLine(cart, change.line)?._id)
  }
}

function lineCall(
  change: Extract<Change, { kind: 'set' | 'remove' | 'saveForLater' }>,
  id: string | undefined,
): Call | undefined {
  if (!id) return undefined
  const path = `/api/cart/${encodeURIComponent(id)}`
  if (change.kind === 'saveForLater') {
    return { method: 'POST', path: '/api/mylist/add', body: { cartid: id } }
  }
  if (change.kind === 'remove') return { method: 'DELETE', path, body: { was: change.was } }
  return { method: 'PUT', path, body: { quantity: change.quantity, was: change.was } }
}

/** Product and choice as named by the API, leaving out choices that do not exist. */
export function asked({ id: _, ...line }: LineRef): Record<string, string> {
  return Object.fromEntries(Object.entries(line).filter(([, label]) => label !== ''))
}
