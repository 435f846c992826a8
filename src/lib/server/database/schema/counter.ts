import type { ColumnType } from 'kysely'

/** What somebody at the desk or on the command line, or the buyer, did with an order. */
export type OrderActionTable = {
  id: string
  order_id: string
  /** Null for the command line, and after the account was deleted. */
  user_id: string | null
  who: string
  kind: 'step' | 'end' | 'line' | 'refund' | 'cash' | 'details' | 'undo' | 'elsewhere'
  before: string
  after: string
  note: string
  created_at: number
  undone_at: number | null
}

/** Notices sent about an order: each kind once. */
type OrderNoticeTable = { order_id: string; kind: string; created_at: number }

/**
 * Money taken at the door, and given back. The records of an order that are not undone add up; what is given back
 * has a record for each way in which it came.
 */
type CashEntryTable = {
  id: string
  order_id: string
  kind: 'taken' | 'returned'
  how: 'cash' | 'upi'
  /**
   * What this record was to settle: on the way what it says, at the delivery all that was left, later nothing.
   * So what is short is the sum of these less the sum of the amounts, on each day and in all.
   */
  due_paise: number
  amount_paise: number
  rider: string
  /** The reference of a UPI payment, as in the payer's app. */
  reference: string
  user_id: string | null
  who: string
  created_at: number
  undone_at: number | null
  /** The refused refund of an online payment that was given back this way. */
  refund_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** A stock recorded by somebody in the aisle. */
type StockEntryTable = {
  id: string
  product_id: string
  pack_label: string | null
  kind: 'soldout' | 'count' | 'delivery'
  before: number | null
  after: number
  user_id: string | null
  who: string
  created_at: number
}

/** Somebody who wants a mail when a pack is back in stock; an empty label means the product itself. */
type StockAlertTable = {
  id: string
  product_id: string
  pack_label: string
  email: string
  created_at: number
}

/** A browser of somebody at the desk that gets notices even when it is closed. */
type PushSubscriptionTable = {
  id: string
  user_id: string
  /** The subscription's address at its push service. */
  endpoint: string
  /** The browser's public key and the secret that it shares with the shop, in base64url. */
  p256dh: string
  auth: string
  created_at: number
  /** Where its user was last at the desk with this device; null for one subscribed before this was kept. */
  session_id: string | null
}

/** Values that the shop generated once for itself, as JSON. */
type KeptValueTable = { name: string; value: string }

export type CounterTables = {
  push_subscription: PushSubscriptionTable
  kept_value: KeptValueTable
  stock_alert: StockAlertTable
  order_action: OrderActionTable
  order_notice: OrderNoticeTable
  cash_entry: CashEntryTable
  stock_entry: StockEntryTable
}

/** The counter's columns of an order. */
export type CounterOrderColumns = {
  /** When somebody in the shop accepted it; until then the desk rings. */
  accepted_at: number | null
  /** What was deducted from the total since: fewer units, none, or a cheaper product. */
  reduced_paise: number
  ended: 'cancelled' | 'refused' | 'undelivered' | 'returned' | null
  end_reason: string
  rider: string
  /** 1 if it was packed when it was left to the owner: until it is accepted again its units are in a bag. */
  was_packed: number
  /** Number, name, phone, PIN code, city and products, in lower case. */
  search: string
}
