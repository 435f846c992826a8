import type { Order } from './order.ts'

/** The choice of a bought product, or the contents of its only pack. */
export const packOf = ({
  choice,
  unit,
}: Pick<Order['products'][number], 'choice' | 'unit'>): string => choice || unit
