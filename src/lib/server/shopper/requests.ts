import * as z from 'zod/mini'
import { MAX_QUANTITY, REVIEW_LENGTH } from '#lib/limits.ts'
import { PLAIN_TEXT } from '#lib/plain-text.ts'

// What browsers send, as JSON or as a form: one schema per call (A07).

/** Ids, labels and keys: short, without control characters. */
const short = z.string().check(z.maxLength(200), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))
const name = short.check(z.minLength(1))
/** A whole number; forms send digits, JSON a number. */
const whole = (from: number, to: number) => {
  const digits = z.string().check(z.regex(/^\d{1,4}$/))
  const inRange = z.int().check(z.minimum(from), z.maximum(to))
  return z.pipe(z.union([z.number(), z.pipe(digits, z.transform(Number))]), inRange)
}
const quantity = whole(1, MAX_QUANTITY)

/** Fields that may be sent but that the server determines itself (A07, T06). */
const known = z.optional(z.unknown())
const KNOWN_BETTER = {
  ...{ userid: known, producttitle: known, image: known, rating: known, price: known },
  ...{ subtotal: known, idempotencykey: known, next: known },
}

export const additionSchema = z.strictObject({
  ...KNOWN_BETTER,
  productid: name,
  quantity: z._default(quantity, 1),
  productrams: z._default(short, ''),
  productsize: z._default(short, ''),
  productweight: z._default(short, ''),
  /** The wishlist entry that is moved to the cart. */
  mylistid: z.optional(name),
})

export const changeSchema = z.strictObject({
  ...KNOWN_BETTER,
  productid: known,
  quantity,
  was: z.optional(quantity),
})

/** `_id` can be sent instead of the id in the address. */
export const removalSchema = z.strictObject({
  ...KNOWN_BETTER,
  productid: known,
  quantity: known,
  _id: z.optional(name),
  was: z.optional(quantity),
})

export const wishBodySchema = z.union([
  z.strictObject({ ...KNOWN_BETTER, productid: name }),
  z.strictObject({ ...KNOWN_BETTER, cartid: name }),
])

/** Forms send line ends as two characters, which their own length limit counts as one. */
const reviewText = z.string().check(
  z.overwrite((text) => text.replaceAll('\r\n', '\n')),
  z.trim(),
  z.maxLength(REVIEW_LENGTH),
  z.regex(PLAIN_TEXT),
)

/** A review requires nothing but its product (S-140). */
export const reviewSchema = z.strictObject({
  ...KNOWN_BETTER,
  customername: known,
  customerid: known,
  productid: name,
  review: z._default(reviewText, ''),
  customerrating: z._default(whole(1, 5), 1),
})

/** A key is chosen by the browser: visible ASCII. */
export const keySchema = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))
