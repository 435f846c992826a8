import { rupeesToPaise } from '#lib/money.ts'
import * as z from 'zod/mini'
import { optionalField } from '#lib/optional-field.ts'
import { STAGES, STEPS } from './stages.ts'

const text = (most: number) => z._default(z.string().check(z.trim(), z.maxLength(most)), '')
const words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
/** A whole number, sent as text by a form or as a number by a program. */
const whole = (least: number, most: number) =>
  z.union([
    z.int().check(z.minimum(least), z.maximum(most)),
    z.pipe(
      z.string().check(
        z.regex(/^\d{1,9}$/),
        z.refine((text) => Number(text) >= least && Number(text) <= most),
      ),
      z.transform(Number),
    ),
  ])
/** Rupees with at most two decimals, converted to paise. */
const rupeesInPaise = z.pipe(
  z.union([
    z.number().check(z.minimum(0), z.maximum(9_999_999)),
    z.string().check(z.trim(), z.regex(/^\d{1,7}(\.\d{1,2})?$/)),
  ]),
  z.transform((value) => rupeesToPaise(Number(value))),
)
/** How money was taken, by whom, and the reference of a UPI payment. */
const way = {
  how: z._default(z.enum(['cash', 'upi']), 'cash'),
  rider: text(60),
  reference: text(60),
}
/** How money of a refused refund can be given back without the provider. */
const GIVEN_HOWS = ['cash', 'upi', 'bank'] as const
export type GivenHow = (typeof GIVEN_HOWS)[number]
/** Names a way in which a refund was given back, to tell whether it is still recorded like this. */
export const wayKey = ({ how, reference }: { how: GivenHow; reference: string }): string =>
  `${how} ${reference}`.trim()
const fate = z._default(z.enum(['back', 'lost']), 'back')

/**
 * What can be done with an order, by name in the address. `from` is the stage that was shown,
 * `reduciblePaise` what could still be refunded then, or of a cash order what it cost, and
 * `restPaise` what was left to collect: they reveal a request that is repeated after its
 * answer was lost (P6).
 */
export const ORDER_ACTIONS = {
  step: z.pipe(
    z.strictObject({
      to: z.enum(STEPS),
      from: z.optional(z.enum(STAGES)),
      rider: text(60),
      /** What was collected at the door; by default all that was left. */
      collected: optionalField(rupeesInPaise),
      how: z._default(z.enum(['cash', 'upi']), 'cash'),
      reference: text(60),
    }),
    z.transform(({ collected, ...step }) => ({ ...step, collectedPaise: collected })),
  ),
  undo: z.strictObject({ from: z.optional(z.enum(STAGES)) }),
  end: z.strictObject({
    as: z.enum(['cancelled', 'refused', 'undelivered', 'returned']),
    reason: words(200),
    units: fate,
  }),
  line: z.strictObject({
    position: whole(0, 500),
    quantity: whole(0, 98),
    units: z._default(z.enum(['back', 'lost']), 'lost'),
    /** SKU and number of units of the replacement. */
    instead: text(100),
    pack: text(100),
    count: optionalField(whole(1, 99)),
    agreed: z.optional(z.literal('yes')),
  }),
  refund: z.pipe(
    z.strictObject({
      amount: rupeesInPaise,
      reason: words(200),
      reduciblePaise: whole(0, 999_999_999),
      /** What a cash order costs then. */
      newtotal: optionalField(rupeesInPaise),
      /** Of what is recorded beyond that: whether it was given back, or never collected. */
      beyond: optionalField(z.enum(['returned', 'never'])),
    }),
    z.transform(({ amount, newtotal, ...refund }) => ({
      ...{ ...refund, amountPaise: amount, newTotalPaise: newtotal },
    })),
  ),
  /**
   * A refund that the provider refused, by its id, was given back without it. `recorded` is the way that is
   * recorded and to be corrected (`wayKey`).
   */
  elsewhere: z.strictObject({
    refund: words(60),
    how: z.enum(GIVEN_HOWS),
    reference: text(100),
    recorded: text(110),
  }),
  cash: z.pipe(
    z.strictObject({ amount: rupeesInPaise, ...way, restPaise: whole(0, 999_999_999) }),
    z.transform(({ amount, ...cash }) => ({ ...cash, amountPaise: amount })),
  ),
  /** Corrects a record of money, by its id, or takes it back. */
  correct: z.pipe(
    z.strictObject({
      entry: words(60),
      amount: rupeesInPaise,
      ...way,
      takeback: z.optional(z.literal('yes')),
    }),
    z.transform(({ amount, ...cash }) => ({ ...cash, amountPaise: amount })),
  ),
  details: z.strictObject({
    fullname: words(80),
    streetaddressline1: words(120),
    streetaddressline2: text(120),
    city: words(60),
    state: words(60),
    zipcode: words(12),
    phonenumber: words(20),
    /** Each line break as two characters; how long it may be is checked with the rest (checkBilling). */
    note: text(600),
  }),
}
export type OrderAction = keyof typeof ORDER_ACTIONS
export type ActionInput<Name extends OrderAction> = z.infer<(typeof ORDER_ACTIONS)[Name]>
/** Whether a text names an action. */
export const isOrderAction = (name: string): name is OrderAction =>
  Object.hasOwn(ORDER_ACTIONS, name)

/** An entry of an order's history: what was done, and what was so before. */
export type OrderAct = { kind: OrderAction; before: string }
/** What an entry is: a sum taken off a cash order is no refund, and has what it cost before. */
export const actionKind = ({ kind, before }: OrderAct): OrderAction =>
  kind === 'refund' && before !== '' ? 'line' : kind
