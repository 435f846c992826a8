import * as z from 'zod/mini'
import { MAX_ORDER_PAISE } from '#lib/limits.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { paiseToRupees, rupeesToPaise } from '#lib/money.ts'

const text = (fallback = '') => z._default(z.string().check(z.trim(), z.maxLength(300)), fallback)

/** An amount in rupees that an order can come to, exact to the paisa. */
const orderAmount = z.number().check(
  z.refine(
    (rupees) => {
      const paise = rupeesToPaise(rupees)
      return paise >= 100 && paise <= MAX_ORDER_PAISE && paiseToRupees(paise) === rupees
    },
    `an amount in rupees, from 1 to ${paiseToRupees(MAX_ORDER_PAISE)}`,
  ),
)

export const PRICE_FILTERS = ['wide', 'list'] as const

/** shop.json of a catalogue folder: the shop's details. */
export const shopSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  legalname: text(),
  slogan: text(),
  address: text(),
  phone: text(),
  email: text(),
  gstin: text(),
  fssai: text(),
  /** Who hears complaints, with designation, telephone and email (G37). */
  grievance: text(),
  /** Whether the seller pays GST under the composition scheme, and so may collect none (P23). */
  composition: z._default(z.boolean(), false),
  area: text('India'),
  /** Countries that the shop delivers to; a delivery list can restrict the PIN codes. */
  countries: z._default(
    z
      .array(z.string().check(z.refine(isCountry, 'a list of countries by their English names')))
      .check(z.minLength(1), z.maxLength(300)),
    ['India'],
  ),
  /** Why no orders are taken for now, and until when, as shoppers read it (P24); empty: they are. */
  closed: text(),
  /** The least that an order comes to, in rupees (P25); null: any sum. */
  minimum: z._default(z.nullable(orderAmount), null),
  /** Days in which something can be returned; 0: never; null: the shop has said nothing of it. */
  returndays: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(365))), null),
  /** Whether a return costs the customer nothing. */
  freereturns: z._default(z.boolean(), false),
  /** Categories, sub-categories and SKUs that are not taken back (catalogue/returns.ts). */
  noreturns: z._default(z.array(text()).check(z.maxLength(200)), []),
  /** The shop's own selling points, in place of the footer's four (S-040). */
  points: z._default(z.array(text()).check(z.maxLength(4)), []),
  /** The text of the newsletter form (S-039). */
  newslettertitle: text(),
  newslettertext: text(),
  /** The country shown at 'Estimate for' (S-071, S-201). */
  estimate: text(),
  /** Range of the price filter: the list's prices, or 0 to 60,000 (S-051). */
  pricefilter: z._default(z.enum(PRICE_FILTERS), 'wide'),
  sameas: z._default(z.array(z.url({ protocol: /^https?$/ })).check(z.maxLength(20)), []),
})
export type Shop = z.infer<typeof shopSchema>

/** Those of the owner's fields that are one line of text: who sells, under which numbers, and who hears complaints. */
export const OWNER_WORDS = ['legalname', 'email', 'gstin', 'fssai', 'grievance'] as const

/** Fields that only the owner may change, not an editor's list. */
export const OWNER_FIELDS = [...OWNER_WORDS, 'composition'] as const

/** The shop before it has been given a name. */
export const UNNAMED_SHOP: Shop = shopSchema.parse({ name: 'Kirana' })
