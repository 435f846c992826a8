import * as z from 'zod/mini'
import { isDay } from '#lib/dates.ts'
import { optionalField } from '#lib/optional-field.ts'
import { STAGES } from './stages.ts'

const day = z.string().check(z.refine(isDay))

/** Statuses named differently from stages, which programs may also use. */
const OTHER_STATUSES = [
  ...(['pending', 'confirmed', 'out_for_delivery'] as const),
  ...(['cancelled', 'refunded', 'needs_attention'] as const),
]

/** A filter for orders, with names shared by addresses, API and command line. */
export const orderFilterSchema = z.strictObject({
  state: optionalField(z.enum([...STAGES, ...OTHER_STATUSES, 'all'])),
  q: optionalField(z.string().check(z.trim(), z.maxLength(100))),
  /** Days in India, both included. */
  from: optionalField(day),
  to: optionalField(day),
  pay: optionalField(z.enum(['cash', 'paid'])),
  rider: optionalField(z.string().check(z.trim(), z.maxLength(60))),
  cursor: optionalField(z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,40}$/))),
})
export type OrderFilter = z.infer<typeof orderFilterSchema>

/**
 * Reads the filter of an address; undefined if it has an unknown name or value, or a name twice.
 */
export function readOrderFilter(params: URLSearchParams): OrderFilter | undefined {
  const names = [...params.keys()]
  if (new Set(names).size !== names.length) return undefined
  const parsed = orderFilterSchema.safeParse(Object.fromEntries(params))
  return parsed.success ? parsed.data : undefined
}

/** Drops what cannot be read from an address: unknown names and values, and second occurrences. */
export function readableParams(params: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams()
  for (const [name, value] of params) {
    if (!kept.has(name) && orderFilterSchema.safeParse({ [name]: value }).success) {
      kept.set(name, value)
    }
  }
  return kept
}

/** The address of the orders page with this filter. */
export function ordersPath(filter: OrderFilter): string {
  const entries = Object.entries(filter).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  return entries.length === 0
    ? '/desk/orders'
    : `/desk/orders?${new URLSearchParams(entries).toString()}`
}

/** The desk's page of one order. */
export const orderPath = (number: string): string => `/desk/orders/${encodeURIComponent(number)}`
