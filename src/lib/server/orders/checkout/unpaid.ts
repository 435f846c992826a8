import type { OrderStatus } from '#lib/checkout/order.ts'

/**
 * The buyer: an account, confirmed or not, or a guest. `formerKey` finds what a deleted account with the same
 * mail address left.
 */
export type Payer = { id: string; isConfirmed: boolean; isGuest?: boolean; formerKey?: string }

/** Statuses of cash orders that are on their way and not paid yet. */
export const UNPAID: readonly OrderStatus[] = ['pending', 'confirmed', 'packed', 'out_for_delivery']
