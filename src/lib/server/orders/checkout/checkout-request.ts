import { MAX_LINES } from '#lib/limits.ts'
import { rupeesToPaise } from '#lib/money.ts'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { PROVIDERS } from '#lib/checkout/providers.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { type BillingFault, type BillingRules, checkBilling } from '#lib/checkout/billing.ts'
import {
  type Billing,
  BILLING_FIELDS,
  IF_MISSING,
  type IfMissing,
  lineOfWish,
  type IfMissingWishes,
} from '#lib/checkout/billing-fields.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'

/** What POST /api/checkout asks for, parsed. */
export type CheckoutRequest = {
  billing: Billing
  /** The total that the shopper was shown; undefined if the browser does not say. */
  seenPaise: number | undefined
  /** Fingerprint of the lines that the shopper was shown (check-cart.ts). */
  shown?: string | undefined
  isCod: boolean
  /** The code sent to the buyer's phone, as typed. */
  phoneCode?: string | undefined
  key: string | undefined
  ifMissing?: IfMissingWishes
  /** The network of the client, if its address tells one. */
  addressBlock?: string | undefined
  /** Whether the buyer's mail or phone is proved; found by the server (unpaid-units.ts). */
  isProven?: boolean
  /** Hash of the request: another request under the same key is not a repeat. */
  hash: string
}

const anything = z.optional(z.unknown())
const field = z.optional(z.union([z.string().check(z.maxLength(2000)), z.null()]))
/** Rupees with up to two decimals, from a form or JSON. */
const rupees = z.union([
  z.number().check(z.minimum(0), z.maximum(10_000_000)),
  z.pipe(z.string().check(z.regex(/^\d{1,8}(\.\d{1,2})?$/)), z.transform(Number)),
])

/** Fields of the specification that the server determines itself: accepted and ignored (A07, T06). */
const IGNORED = [
  ...['userid', 'amount', 'products', 'name', 'address', 'paymentid', 'price', 'total', 'subtotal'],
  ...['currency', 'date', 'saveaddress', 'addressid', 'status', 'paid', 'orderid', 'quantity'],
  // Which account the page was made for (api/checkout.ts).
  'account',
]

const schema = z.strictObject({
  ...Object.fromEntries(BILLING_FIELDS.map((name) => [name, field])),
  ...Object.fromEntries(IGNORED.map((name) => [name, anything])),
  note: field,
  phonecode: field,
  seen: z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      rupees,
    ]),
  ),
  shown: z.optional(z.string().check(z.regex(/^[\w-]{0,64}$/))),
  payment: z.optional(z.enum(['online', 'cod', ...PROVIDERS, ''])),
  ifmissing: z._default(z.enum(IF_MISSING), 'call'),
  idempotencykey: z.optional(z.string()),
})
/** The wish for a single line; an empty one falls back to the wish for all. */
const ifMissingSchema = z.enum([...IF_MISSING, ''])

/**
 * Parses the body of a checkout, or says field by field what is wrong with it.
 * @param key the idempotency key, as parsed
 * @returns `faults: undefined` for a body that no form of the shop sends
 */
export function readCheckout(
  body: Record<string, unknown> | undefined,
  key: string | undefined,
  rules?: BillingRules,
): { ok: true; value: CheckoutRequest } | { ok: false; faults: BillingFault[] | undefined } {
  const { fields, wishes } = splitWishes(body ?? {})
  const parsed = schema.safeParse(fields)
  if (!parsed.success) return { ok: false, faults: malformed(parsed.error.issues) }
  if (!wishes) return { ok: false, faults: undefined }
  const { seen, shown, payment, ifmissing: all, phonecode } = parsed.data
  const billing = checkBilling(parsed.data, { ...rules, isCountry })
  if (!billing.ok) return billing
  const seenPaise = typeof seen === 'number' ? rupeesToPaise(seen) : undefined
  const isCod = payment === 'cod'
  const hash = createHash('sha256').update(JSON.stringify([billing.value, isCod]))
  const value = {
    ...{ billing: billing.value, seenPaise, shown: shown || undefined, isCod, key },
    phoneCode: phonecode?.replaceAll(/\s/g, '') || undefined,
    ifMissing: { all, lines: wishes },
    hash: hash.digest('base64url'),
  }
  return { ok: true, value }
}

/** Separates the fields with wishes for single lines, which are named after their lines. */
function splitWishes(body: Record<string, unknown>) {
  const fields: Record<string, unknown> = {}
  const wishes = new Map<string, IfMissing>()
  for (const [name, value] of Object.entries(body)) {
    const line = lineOfWish(name)
    if (line === undefined) {
      fields[name] = value
      continue
    }
    const wish = ifMissingSchema.safeParse(value)
    if (!wish.success || wishes.size >= MAX_LINES) return { fields, wishes: undefined }
    if (wish.data !== '') wishes.set(line, wish.data)
  }
  return { fields, wishes }
}

function malformed(issues: readonly { path: PropertyKey[] }[]): BillingFault[] | undefined {
  const named = BILLING_FIELDS.filter((name) => issues.some(({ path }) => path[0] === name))
  if (named.length === 0) return undefined
  return named.map((name) => ({ field: name, msg: orderMessages.malformed }))
}
