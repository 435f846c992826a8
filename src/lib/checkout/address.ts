import * as z from 'zod/mini'
import { ONE_LINE } from '#lib/one-line.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { phoneSchema } from '#lib/account/account.ts'
import { isCountry } from './countries.ts'
import { isPinCode, isPinOfState } from './pin-codes.ts'

const line = (most: number) =>
  z
    .string(orderMessages.required)
    .check(
      z.trim(),
      z.minLength(1, { error: orderMessages.required, abort: true }),
      z.maxLength(most, accountMessages.malformedAddress),
      z.regex(ONE_LINE, accountMessages.malformedAddress),
    )

type Region = { country: string; zipcode: string; state: string }

/** In India, the PIN code must have six digits and lie in the state (A08). */
const isPin = ({ country, zipcode }: Region) => country !== 'India' || isPinCode(zipcode)
const isInState = ({ country, zipcode, state }: Region) =>
  country !== 'India' || !isPinCode(zipcode) || isPinOfState(zipcode, state)

const fields = z.strictObject({
  fullname: line(80),
  country: line(80).check(z.refine(isCountry, accountMessages.malformedAddress)),
  streetaddressline1: line(200),
  streetaddressline2: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(200, accountMessages.malformedAddress),
        z.regex(ONE_LINE, accountMessages.malformedAddress),
      ),
    '',
  ),
  city: line(80),
  state: line(80),
  zipcode: line(12).check(
    z.overwrite((text) => text.replaceAll(/\s/g, '')),
    z.regex(/^[\p{L}\d][\p{L}\d-]*$/u, accountMessages.malformedAddress),
  ),
  phonenumber: phoneSchema,
  isdefault: z.optional(z.union([z.boolean(), z.enum(['true', 'false', 'on', ''])])),
  /** Whose page it comes from: of nobody else's account (A30). */
  userid: z.optional(z.string()),
  next: z.optional(z.string()),
  /** The idempotency key, as a form cannot send a header. */
  idempotencykey: z.optional(z.string()),
})
/** The names of the fields that a refused form gets back. */
export const ADDRESS_FIELDS = Object.keys(fields.shape)

/** An address of the address book, with the checkout form's field names. */
export const addressSchema = fields.check(
  z.refine(isPin, { error: orderMessages.pin, path: ['zipcode'] }),
  z.refine(isInState, { error: orderMessages.state, path: ['zipcode'] }),
)
export type AddressForm = z.infer<typeof addressSchema>
