/** What somebody at the desk or on the command line did with an order. */
export type OrderActionTable = {
  id: string
  order_id: string
  /** Null for the command line, and once the account is gone. */
  user_id: string | null
  who: string
  kind: 'step' | 'end' | 'line' | 'refund' | 'cash' | 'details' | 'undo'
  before: string
  after: string
  note: string
  created_at: number
  undone_at: number | null
}

/** What was told about an order: each kind once. */
type OrderNoticeTable = { order_id: string; kind: string; created_at: number }

/** Money at the door; at most one of each kind counts for an order. */
type CashEntryTable = {
  id: string
  order_id: string
  kind: 'taken' | 'returned'
  how: 'cash' | 'upi'
  /** What there was to collect. */
  due_paise: number
  amount_paise: number
  rider: string
  /** Of a UPI payment, as the payer's app shows it. */
  reference: string
  user_id: string | null
  who: string
  created_at: number
  undone_at: number | null
}

/** Stock as somebody in the aisle says it. */
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

/** Who wants a mail once a pack is there again; an empty label is the product itself. */
type StockAlertTable = {
  id: string
  product_id: string
  pack_label: string
  email: string
  created_at: number
}

/** A browser of somebody at the desk that rings when it is closed, too. */
type PushSubscriptionTable = {
  id: string
  user_id: string
  /** The address at its push service. */
  endpoint: string
  /** Its public key and the secret it shares with the shop, in base64url. */
  p256dh: string
  auth: string
  created_at: number
}

/** What the shop made once for itself, as JSON. */
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

/** What the counter keeps of an order. */
export type CounterOrderColumns = {
  /** When somebody in the shop took it on; until then the desk rings. */
  accepted_at: number | null
  /** What came off the sum since: fewer units, none, or a cheaper product. */
  reduced_paise: number
  ended: 'cancelled' | 'refused' | 'undelivered' | 'returned' | null
  end_reason: string
  rider: string
  /** In lower case: number, name, phone, PIN, city, products. */
  search: string
}
