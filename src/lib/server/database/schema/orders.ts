import type { ColumnType, Generated } from 'kysely'
import type { IfMissing } from '#lib/checkout/billing-fields.ts'
import type { CounterOrderColumns } from './counter.ts'
import type { GuestOrderColumns } from './guests.ts'

/** A column that the database fills where nothing is said. */
type WithDefault<Value> = ColumnType<Value, Value | undefined, Value>
type WithDefaults<Columns> = { [Name in keyof Columns]: WithDefault<Columns[Name]> }

/** Where an attempt or an order is to be brought, as the shopper wrote it. */
type DeliveryColumns = {
  fullname: string
  country: string
  street1: string
  street2: string
  city: string
  region: string
  zipcode: string
  phone: string
  email: string
  note: string
}

/** One try to pay one cart: what is paid for, until when its stock is held, and how it ended. */
export type AttemptTable = DeliveryColumns & {
  /** The receipt at the provider too. */
  id: string
  /** Null once the account is gone. */
  user_id: string | null
  /** Attempts for the same purchase, one after the other: at most one of them becomes an order. */
  chain: string
  idempotency_key: string | null
  /** Of what the request with this key said: another one is no repeat. */
  body_hash: ColumnType<string | null, string | null | undefined, string | null>
  /** What was in the cart, at which prices. */
  fingerprint: string
  provider: 'razorpay' | 'demo' | 'cod'
  provider_order_id: string | null
  /** `lapsed`: the hold is over, a late payment is still looked for. */
  state: 'open' | 'lapsed' | 'closed'
  outcome: 'order' | 'unpaid' | 'refunded' | 'attention' | null
  amount_paise: number
  currency: 'INR'
  hold_until: number
  asked: number
  next_ask_at: number
  created_at: number
  closed_at: number | null
  /** The network that it came from, for the limit of what one may hold unpaid. */
  address_block: WithDefault<string | null>
  /** Whose it was once the account is gone, for the same limit and that of orders in cash. */
  account_key: WithDefault<string | null>
}

type LineColumns = {
  position: number
  product_id: string
  choice: string
  choice_label: string
  /** What one of it weighs or holds, as printed on it; null on lines of before this was kept. */
  unit: string | null
  title: string
  image: string
  hsn: string
  gst_percent: number | null
  price_paise: number
  quantity: number
  subtotal_paise: number
  /** What is wished where it is not there. */
  if_missing: IfMissing
}
export type AttemptLineTable = LineColumns & { attempt_id: string; pack_label: string | null }

/** Units of tracked stock that an attempt took: held, then sold or given back. */
type StockHoldTable = {
  attempt_id: string
  position: number
  product_id: string
  pack_label: string | null
  quantity: number
  state: 'held' | 'sold' | 'released' | 'returned'
  /** Units that a count did not find: they do not come back. */
  missing: Generated<number>
  /** Of what was sold: back on the shelf, and written off. */
  back_quantity: Generated<number>
  lost_quantity: Generated<number>
}

/** Every change of stock by selling: start = now + held + sold − returned (I3). */
type StockMovementTable = {
  id: string
  attempt_id: string
  product_id: string
  pack_label: string | null
  kind: 'hold' | 'release' | 'sale' | 'return'
  quantity: number
  created_at: number
}

export type PaymentTable = {
  id: string
  provider: string
  provider_payment_id: string
  attempt_id: string
  state: 'created' | 'failed' | 'authorized' | 'captured' | 'refunded'
  /** What became of the money; never null once it was captured. */
  outcome: 'order' | 'refund' | 'attention' | null
  amount_paise: number
  currency: string
  method: string
  /** Why a failed one failed, as the provider words it. */
  reason: string
  created_at: number
  changed_at: number
  /** What the shop has asked to give back, all refunds together; a check keeps it below the amount. */
  refund_paise: Generated<number>
}

export type RefundTable = {
  /** Also the key that makes a repeat harmless at the provider. */
  id: string
  payment_id: string
  amount_paise: number
  reason: 'cancelled' | 'second' | 'late' | 'amount' | 'owner' | 'short' | 'part' | 'returned'
  /** In the owner's words. */
  note: WithDefault<string>
  state: 'pending' | 'processed' | 'failed'
  provider_refund_id: string | null
  tries: number
  next_try_at: number
  created_at: number
  done_at: number | null
}

/** What was given back at the provider's own desk. */
type OutsideRefundTable = {
  provider: string
  provider_refund_id: string
  provider_payment_id: string
  amount_paise: number
  created_at: number
}

export type OrdersTable = DeliveryColumns &
  WithDefaults<CounterOrderColumns> &
  WithDefaults<GuestOrderColumns> & {
    id: string
    /** Short, for people. */
    number: string
    attempt_id: string
    chain: string
    /** Null for cash on delivery. */
    payment_id: string | null
    user_id: string | null
    status:
      | 'pending'
      | 'confirmed'
      | 'packed'
      | 'out_for_delivery'
      | 'delivered'
      | 'cancelled'
      | 'refunded'
      | 'needs_attention'
    amount_paise: number
    created_at: number
  }

/** A line as it was bought; `brought_quantity` is what is brought instead, null as much as was bought. */
type OrderItemTable = LineColumns & {
  order_id: string
  brought_quantity: WithDefault<number | null>
  /** The position of the line that this one stands in for. */
  replaces: WithDefault<number | null>
}

type OrderEventTable = {
  id: string
  order_id: string
  status: OrdersTable['status']
  note: string
  created_at: number
}

type WebhookEventTable = {
  provider: string
  event_id: string
  body: string
  received_at: number
}

/** What the shopkeeper has to look at. */
type AttentionTable = {
  id: string
  reason: string
  provider: string
  payment_ref: string
  attempt_id: string | null
  order_id: string | null
  /** What was told of it as text, before news were kept as facts; '' since. */
  detail: string
  action: string
  created_at: number
  resolved_at: number | null
}

/** News of it, each once; `about` is the refund where it is about one. Without facts its text has it. */
type AttentionNewsTable = {
  attention_id: string
  code: string
  about: string
  facts: string | null
  created_at: number
  resolved_at: number | null
}

/** The last number of a kind of bill in a financial year. */
type BillSeriesTable = { kind: BillTable['kind']; year: string; last: number }

/** A tax invoice, a bill of supply (of who has no GSTIN), or a credit note; none is ever changed. */
export type BillTable = {
  id: string
  kind: 'invoice' | 'supply' | 'credit'
  /** The financial year, `2627` from April 2026 on. */
  year: string
  number: number
  order_id: string
  /** What it was written for, once: `order`, or the refund. */
  cause: string
  amount_paise: number
  /** JSON of who sold, as they were then. */
  seller: string
  /** Where it was to be brought then; empty on bills of before that was kept. */
  state: WithDefault<string>
  country: WithDefault<string>
  created_at: number
}

/** After a restore: payments at the provider that are looked through, and how many of them were. */
type PaymentWalkTable = { id: number; since: number; until: number; seen: number }

type DemoOrderTable = { id: string; receipt: string; amount: number; created_at: number }
type DemoPaymentTable = {
  id: string
  order_id: string
  amount: number
  status: 'failed' | 'authorized' | 'captured' | 'refunded'
  /** A slow payment is captured at this moment. */
  capture_at: number
  created_at: number
}
type DemoRefundTable = { id: string; key: string; payment_id: string; amount: number }

export type OrderTables = {
  attempt: AttemptTable
  attempt_line: AttemptLineTable
  stock_hold: StockHoldTable
  stock_movement: StockMovementTable
  payment: PaymentTable
  refund: RefundTable
  outside_refund: OutsideRefundTable
  orders: OrdersTable
  order_item: OrderItemTable
  order_event: OrderEventTable
  webhook_event: WebhookEventTable
  attention: AttentionTable
  attention_news: AttentionNewsTable
  delivery_pin: { prefix: string }
  bill: BillTable
  bill_series: BillSeriesTable
  payment_walk: PaymentWalkTable
  demo_order: DemoOrderTable
  demo_payment: DemoPaymentTable
  demo_refund: DemoRefundTable
}
