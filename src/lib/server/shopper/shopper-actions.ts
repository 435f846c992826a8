import { addToCart, changeQuantity, removeLine } from './cart/change-cart.ts'
import {
  additionSchema,
  changeSchema,
  removalSchema,
  reviewSchema,
  wishBodySchema,
} from './requests.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { keepGuest } from './guests/guests.ts'
import type { Shopper } from './guests/shopper.ts'
import { KEYS_KEPT, once } from './idempotency.ts'
import { type Outcome, outcomeSchema } from './outcome.ts'
import { writeReview } from './reviews/write-review.ts'
import { addWish, removeWish, saveForLater } from './wishlist/change-wishlist.ts'

/** Who acts, known by session or guest cookie. */
type Actor = Pick<Shopper, 'id' | 'name'> & Partial<Pick<Shopper, 'isGuest'>>

/** What a shopper asks to be written. */
export type Write = {
  /** What is asked for: a key is good for one route only. */
  route: string
  /** The parts of the request by which repeats are compared. */
  request: Record<string, unknown>
  run: (trx: Trx, shopper: Actor) => Promise<Outcome>
}

/** An action that a shopper can request on any page; signed out, it waits for the sign-in (pending.ts). */
export type Action = Write & {
  /** Where a form leads after success and after a refusal. */
  next: { done: string; refused: string }
}

export const ACTION_KINDS = ['cart', 'mylist', 'productreviews'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** A request's body as a write, or which field is wrong. */
type Parsed<What> = { ok: true; value: What } | { ok: false; field: string | undefined }
export type ParsedWrite = Parsed<Write & Partial<Action>>

/** Performs a write, once per key. @throws GuestIsGone when the guest has signed in meanwhile */
export async function performOnce(
  db: Db,
  shopper: Actor,
  { route, request: body, run }: Write,
  key: string | undefined,
): Promise<Outcome> {
  const { id: userId, isGuest } = shopper
  const first = isGuest ? (trx: Trx) => keepGuest(trx, userId) : undefined
  const kept = isGuest ? KEYS_KEPT.guest : KEYS_KEPT.account
  const request = { userId, key, route, body, first, kept }
  const result = await once(db, request, outcomeSchema, (trx) => run(trx, shopper))
  return result.ok ? result.value : { result: 'keyTaken' }
}

/** Parses the body of POST /api/{kind}/add. */
export function parseAction(kind: ActionKind, body: unknown): Parsed<Action> {
  if (kind === 'cart') return parseAddition(body)
  return kind === 'mylist' ? parseWish(body) : parseReview(body)
}

/** Parses the body of PUT /api/cart/{id}. */
export function parseChange(id: string | undefined, body: unknown): ParsedWrite {
  const parsed = changeSchema.safeParse(body)
  if (!parsed.success || !id) return { ok: false, field: 'quantity' }
  const { quantity, was } = parsed.data
  const request = { id, quantity, was }
  const run: Write['run'] = (trx, shopper) => changeQuantity(trx, shopper.id, request)
  return { ok: true, value: { route: 'PUT /api/cart', request, run } }
}

/** Parses the body of DELETE /api/{kind}, which may have the id in place of the address. */
export function parseRemoval(
  kind: 'cart' | 'mylist',
  idInPath: string | undefined,
  body: unknown,
): ParsedWrite {
  const parsed = removalSchema.safeParse(body)
  const id = idInPath ?? parsed.data?._id
  if (!parsed.success || id === undefined) return { ok: false, field: '_id' }
  const request = { id, was: parsed.data.was }
  const run: Write['run'] = (trx, shopper) =>
    kind === 'cart' ? removeLine(trx, shopper.id, request) : removeWish(trx, shopper.id, id)
  return { ok: true, value: { route: `DELETE /api/${kind}`, request, run } }
}

function parseAddition(body: unknown): Parsed<Action> {
  const parsed = additionSchema.safeParse(body)
  if (!parsed.success) return wrongField(parsed)
  const { productid, quantity, productrams, productsize, productweight, mylistid } = parsed.data
  const choice = { ram: productrams, size: productsize, weight: productweight }
  return {
    ok: true,
    value: {
      route: addRoute('cart'),
      request: { productid, quantity, ...choice, mylistid },
      next: { done: '/cart', refused: productPage(productid) },
      run: async (trx, { id }) => {
        const outcome = await addToCart(trx, id, { productId: productid, choice, quantity })
        const isListed = mylistid !== undefined
        if (outcome.result === 'added' && isListed) await removeWish(trx, id, mylistid)
        return outcome
      },
    },
  }
}

function parseWish(body: unknown): Parsed<Action> {
  const parsed = wishBodySchema.safeParse(body)
  if (!parsed.success) return wrongField(parsed)
  const { data } = parsed
  const isLine = 'cartid' in data
  const request = isLine ? { cartid: data.cartid } : { productid: data.productid }
  return {
    ok: true,
    value: {
      route: addRoute('mylist'),
      request,
      next: { done: '/mylist', refused: '/mylist' },
      run: (trx, { id }) =>
        isLine ? saveForLater(trx, id, data.cartid) : addWish(trx, id, data.productid),
    },
  }
}

function parseReview(body: unknown): Parsed<Action> {
  const parsed = reviewSchema.safeParse(body)
  if (!parsed.success) return wrongField(parsed)
  const { productid: productId, review: text, customerrating: rating } = parsed.data
  const next = `${productPage(productId)}#reviews`
  return {
    ok: true,
    value: {
      route: addRoute('productreviews'),
      request: { productId, text, rating },
      next: { done: next, refused: next },
      run: (trx, shopper) => writeReview(trx, shopper, { productId, text, rating }),
    },
  }
}

const addRoute = (kind: ActionKind) => `POST /api/${kind}/add`

const productPage = (id: string) => `/product/${encodeURIComponent(id)}`

type Issues = { error: { issues: readonly { path: readonly PropertyKey[] }[] } }

function wrongField({ error }: Issues): { ok: false; field: string | undefined } {
  const field = error.issues[0]?.path[0]
  return { ok: false, field: typeof field === 'string' ? field : undefined }
}
