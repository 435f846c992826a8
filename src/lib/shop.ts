import * as z from 'zod/mini'
import { isCountry } from '#lib/checkout/countries.ts'

const text = (fallback = '') => z._default(z.string().check(z.trim(), z.maxLength(300)), fallback)

export const PRICE_FILTERS = ['wide', 'list'] as const

/** shop.json of a catalogue folder: who sells here. */
export const shopSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  legalname: text(),
  slogan: text(),
  address: text(),
  phone: text(),
  email: text(),
  gstin: text(),
  fssai: text(),
  area: text('India'),
  /** Where it delivers to; a delivery list says which PIN codes of these. */
  countries: z._default(
    z
      .array(z.string().check(z.refine(isCountry, 'a list of countries by their English names')))
      .check(z.minLength(1), z.maxLength(300)),
    ['India'],
  ),
  returndays: z._default(z.int().check(z.minimum(0), z.maximum(365)), 0),
  /** What the shop promises, in place of the four selling points of the footer (S-040). */
  points: z._default(z.array(text()).check(z.maxLength(4)), []),
  /** What the newsletter offers (S-039). */
  newslettertitle: text(),
  newslettertext: text(),
  /** The country of 'Estimate for' (S-071, S-201). */
  estimate: text(),
  /** Ends of the price filter: those of the list, or 0 and 60,000 (S-051). */
  pricefilter: z._default(z.enum(PRICE_FILTERS), 'wide'),
  sameas: z._default(z.array(z.url({ protocol: /^https?$/ })).check(z.maxLength(20)), []),
})
export type Shop = z.infer<typeof shopSchema>

/** Where its mail goes, who sells and how it is taxed: the owner's to say, not an editor's list's. */
export const OWNER_FIELDS = ['legalname', 'email', 'gstin', 'fssai'] as const

/** The shop before anybody said what it is called. */
export const UNNAMED_SHOP: Shop = shopSchema.parse({ name: 'Kirana' })
