import type { OrderView } from './checkout-view.ts'

/** Whether the order differs from what the shopper saw before: paying confirms it. */
export const isChanged = ({ lines, wasPaise }: OrderView): boolean =>
  wasPaise !== undefined || lines.some(({ wasPricePaise }) => wasPricePaise !== undefined)
