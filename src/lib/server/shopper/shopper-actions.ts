import { addToCart } from './cart/change-cart.ts'
import { additionSchema, reviewSchema, wishBodySchema } from './requests.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { keepGuest } from './guests/guests.ts'
import type { Shopper } from './guests/shopper.ts'
import { once } from './idempotency.ts'
import { type Outcome, outcomeSchema } from './outcome.ts'
import { writeReview } from './reviews/write-review.ts'
import { addWish, removeWish, saveForLater } from './wishlist/change-wishlist.ts'

/** Who acts, known by session or guest cookie. */
type Actor = Pick<Shopper, 'id' | 'name'> & Partial<Pick<Shopper, 'isGuest'>>

/** An action that a shopper can request on any page; signed out, it waits for the sign-in (pending.ts). */
export type Action = {
  kind: ActionKind
  /** The parts of the request by which repeats are compared. */
  request: Record<string, unknown>
  /** Where a form leads after success and after a refusal. */
  next: { done: string; refused: string }
  run: (trx: Trx, shopper: Actor) => Promise<Outcome>
}

export const ACTION_KINDS = ['cart', 'mylist', 'productreviews'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

type Parsed = { ok: true; value: Action } | { ok: false; field: string | undefined }
type Issues = { error: { issues: readonly { path: readonly PropertyKey[] }[] } }

/** Parses the body of POST /api/{kind}/add, or tells which field is wrong. */
export function parseAction(kind: ActionKind, body: unknown): Parsed {
  if (kind === 'cart') return parseAddition(body)
  return kind === 'mylist' ? parseWish(body) : parseReview(body)
}

/** Performs a parsed action, once per key. */
export function performAction(
  db: Db,
  shopper: Actor,
  { kind, request, run }: Action,
  key: string | undefined,
): Promise<Outcome> {
  const route = `POST /api/${kind}/add`
  return performOnce(db, { shopper, key, route, body: request }, (trx) => run(trx, shopper))
}

type Keyed = {
  shopper: Omit<Actor, 'name'>
  key: string | undefined
  route: string
  body: unknown
}

/** Performs any write of a shopper, once per key. @throws GuestIsGone when the guest has signed in meanwhile */
export async function performOnce(
  db: Db,
  { shopper, ...request }: Keyed,
  run: (trx: Trx) => Promise<Outcome>,
): Promise<Outcome> {
  const { id, isGuest } = shopper
  const first = isGuest ? (trx: Trx) => keepGuest(trx, id) : undefined
  const result = await once(db, { userId: id, ...request, first }, outcomeSchema, run)
  return result.ok ? result.value : { result: 'keyTaken' }
}

function parseAddition(body: unknown): Parsed {
  const parsed = additionSchema.safeParse(body)
  if (!parsed.success) return wrongField(parsed)
  const { productid, quantity, productrams, productsize, productweight, mylistid } = parsed.data
  const choice = { ram: productrams, size: productsize, weight: productweight }
  return {
    ok: true,
    value: {
      kind: 'cart',
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

function parseWish(body: unknown): Parsed {
  const parsed = wishBodySchema.safeParse(body)
  if (!parsed.success) return wrongField(parsed)
  const { data } = parsed
  const isLine = 'cartid' in data
  const request = isLine ? { cartid: data.cartid } : { productid: data.productid }
  return {
    ok: true,
    value: {
      kind: 'mylist',
      request,
      next: { done: '/mylist', refused: '/mylist' },
      run: (trx, { id }) =>
        isLine ? saveForLater(trx, id, data.cartid) : addWish(trx, id, data.productid),
    },
  }
}

function parseReview(body: unknown): Parsed {
  const parsed = reviewSchema.safeParse(body)
  if (!parsed.success) return wrongField(parsed)
  const { productid: productId, review: text, customerrating: rating } = parsed.data
  const next = `${productPage(productId)}#reviews`
  return {
    ok: true,
    value: {
      kind: 'productreviews',
      request: { productId, text, rating },
      next: { done: next, refused: next },
      run: (trx, shopper) => writeReview(trx, shopper, { productId, text, rating }),
    },
  }
}

const productPage = (id: string) => `/product/${encodeURIComponent(id)}`

function wrongField({ error }: Issues): Parsed {
  const field = error.issues[0]?.path[0]
  return { ok: false, field: typeof field === 'string' ? field : undefined }
}
