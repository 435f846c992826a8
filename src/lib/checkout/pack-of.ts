import type { Order } from './order.ts'

/** What was chosen of a bought product, or what its only pack holds. */
export const packOf = ({
  choice,
  unit,
}: Pick<Order['products'][number], 'choice' | 'unit'>): string => choice || unit
