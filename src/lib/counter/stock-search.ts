import * as z from 'zod/mini'
import { optionalField } from '#lib/optional-field.ts'
import { pageField } from '#lib/page-field.ts'

const words = z.pipe(
  z.string(),
  z.transform((text) => text.trim().slice(0, 100)),
)

/** What the stock in the aisle is searched for: words, or what is running low or sold out; names as in the address. */
const stockSearchSchema = z.object({
  q: z._default(words, ''),
  show: z.catch(z.enum(['low', 'soldout']), 'low'),
  page: z.catch(optionalField(pageField), 1),
})
export type StockSearch = z.infer<typeof stockSearchSchema>

/** Reads the search of an address or a command; what cannot be read of it counts as not given. */
export const readStockSearch = (given: object): StockSearch => stockSearchSchema.parse(given)

/** The address of the stock page with this search. */
export function stockAddress({ q = '', show = 'low', page = 1 }: Partial<StockSearch>): string {
  const params = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(show !== 'low' && { show }),
    ...(page !== 1 && { page: String(page) }),
  })
  return params.size === 0 ? '/desk/stock' : `/desk/stock?${params.toString()}`
}
