import type { ColumnType, Generated, Selectable } from 'kysely'
import type { IfMissing } from '#lib/checkout/billing-fields.ts'
import type { ProviderName } from '#lib/checkout/providers.ts'
import type { GivenHow } from '#lib/counter/order-actions.ts'
import type { CounterOrderColumns } from './counter.ts'
import type { GuestOrderColumns } from './guests.ts'

/** A column with a default in the database. */
type WithDefault<Value> = ColumnType<Value, Value | undefined, Value>
type WithDefaults<Columns> = { [Name in keyof Columns]: WithDefault<Columns[Name]> }

/** Where an attempt or order is to be delivered, as the shopper wrote it. */
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
  /** When it comes, in the words of delivery.csv at the time of ordering; '' without words. */
  arrives: WithDefault<string>
}

/** One attempt to pay for a cart: what is bought, until when its stock is held, and how it ended. */
export type AttemptTable = DeliveryColumns & {
  /** Also the receipt at the provider. */
  id: string
  /** Null once the account was deleted. */
  user_id: string | null
  /** Successive attempts at the same purchase: at most one of them becomes an order. */
  chain: string
  idempotency_key: string | null
  /** A hash of the request with this key: a different request is not a repeat. */
  body_hash: ColumnType<string | null, string | null | undefined, string | null>
  /** A hash of the cart's content and prices. */
  fingerprint: string
  provider: ProviderName | 'cod'
  provider_order_id: string | null
  /** `lapsed`: the hold has expired, but a late payment is still looked for. */
  state: 'open' | 'lapsed' | 'closed'
  outcome: 'order' | 'unpaid' | 'refunded' | 'attention' | null
  amount_paise: number
  currency: 'INR'
  hold_until: number
  asked: number
  next_ask_at: number
  created_at: number
  closed_at: number | null
  /** The client's network, for the limit of unpaid units. */
  address_block: WithDefault<string | null>
  /** 1 if the buyer's mail or phone was proved: strangers of the same network count apart. */
  is_proven: WithDefault<number>
  /** A keyed hash of the deleted account that it belonged to, for the same limit and that of cash orders. */
  account_key: WithDefault<string | null>
}

type LineColumns = {
  position: number
  product_id: string
  choice: string
  choice_label: string
  /** The weight or content as printed on it; null on lines written before this was stored. */
  unit: string | null
  title: string
  image: string
  hsn: string
  gst_percent: number | null
  price_paise: number
  quantity: number
  subtotal_paise: number
  /** What the buyer wants if it is missing. */
  if_missing: IfMissing
}
export type AttemptLineTable = LineColumns & { attempt_id: string; pack_label: string | null }

/** Units that an attempt took, of counted stock or not: held, then sold or returned. */
type StockHoldTable = {
  attempt_id: string
  position: number
  product_id: string
  pack_label: string | null
  quantity: number
  state: 'held' | 'sold' | 'released' | 'returned'
  /** Units that a count did not find: they do not return to the shelf. */
  missing: Generated<number>
  /** Of the units sold: returned to the shelf, and written off. */
  back_quantity: Generated<number>
  lost_quantity: Generated<number>
}

/** Everything sold, counted or not; of what is counted: start = now + held + sold − returned (I3). */
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
  /** Why it failed, in the provider's words. */
  reason: string
  created_at: number
  changed_at: number
  /** The sum of all refunds that the shop has requested; a check keeps it within the amount. */
  refund_paise: Generated<number>
}

export type RefundTable = {
  /** Also the idempotency key at the provider. */
  id: string
  payment_id: string
  amount_paise: number
  reason: 'cancelled' | 'second' | 'late' | 'amount' | 'owner' | 'short' | 'part' | 'returned'
  /** The reason in the owner's words. */
  note: WithDefault<string>
  state: 'pending' | 'processed' | 'failed'
  provider_refund_id: string | null
  tries: number
  next_try_at: number
  created_at: number
  done_at: number | null
  /** When the provider last refused it; null while it is asked, and where it did not say. */
  refused_at: WithDefault<number | null>
  /** When a restore brought it back; null once the provider has been asked since. */
  restored_at: WithDefault<number | null>
  /** How the owner gave it back without the provider (P15), with which reference or note, and who said so. */
  given_how: WithDefault<GivenHow | null>
  given_reference: WithDefault<string>
  given_by: WithDefault<string>
  /** When the provider said that it has made it, too. */
  twice_at: WithDefault<number | null>
}

/** A refund made in the provider's dashboard. */
type OutsideRefundTable = {
  provider: string
  provider_refund_id: string
  provider_payment_id: string
  amount_paise: number
  created_at: number
}

/** Disputes of payments, as last told by the provider. */
type DisputeTable = {
  provider: string
  provider_dispute_id: string
  provider_payment_id: string
  amount_paise: number
  state: 'asked' | 'review' | 'won' | 'lost' | 'closed'
  /** 1 if the bank holds the money meanwhile. */
  is_held: number
  told_at: number
}

export type OrderRow = Selectable<OrdersTable>

type OrdersTable = DeliveryColumns &
  WithDefaults<CounterOrderColumns> &
  WithDefaults<GuestOrderColumns> & {
    id: string
    /** Short, for people to read. */
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

/** A line as it was bought; `brought_quantity` is what is delivered, null for as much as was bought. */
type OrderItemTable = LineColumns & {
  order_id: string
  brought_quantity: WithDefault<number | null>
  /** The position of the line that this one replaces. */
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

/** A case that the shopkeeper has to look at. */
type AttentionTable = {
  id: string
  reason: string
  provider: string
  payment_ref: string
  attempt_id: string | null
  order_id: string | null
  /** Its text, from before news were stored as facts; '' in newer cases. */
  detail: string
  action: string
  created_at: number
  resolved_at: number | null
}

/** News of a case, once each; `about` is the refund concerned, if any. Without facts, the case's text tells it. */
type AttentionNewsTable = {
  attention_id: string
  code: string
  about: string
  facts: string | null
  created_at: number
  resolved_at: number | null
}

/** The last number used for a kind of bill in a financial year. */
type BillSeriesTable = { kind: BillTable['kind']; year: string; last: number }

/** A tax invoice, a bill of supply (if the seller has no GSTIN or nothing bears tax), or a credit note; never changed once written. */
export type BillTable = {
  id: string
  kind: 'invoice' | 'supply' | 'credit'
  /** The financial year: `2627` begins in April 2026. */
  year: string
  number: number
  order_id: string
  /** What it was written for, once each: `order`, the new address, the replacement, or the refund. */
  cause: string
  amount_paise: number
  /** The seller's details at that time, as JSON. */
  seller: string
  /** The place of delivery at that time; empty on bills written before this was stored. */
  state: WithDefault<string>
  country: WithDefault<string>
  /** 1 if its CGST and SGST are equal; 0 on bills written before they were. */
  has_equal_halves: WithDefault<number>
  /** The lines and quantities that it lists, as JSON, if it was written anew for what is brought to another state. */
  lines: WithDefault<string>
  /** Name and address as billed, a line each; empty while they are the order's. */
  buyer: WithDefault<string>
  created_at: number
}

/** After a restore: the period of the provider's payments to go through, and how many have been seen. */
type PaymentWalkTable = { id: number; since: number; until: number; seen: number }

type DemoOrderTable = { id: string; receipt: string; amount: number; created_at: number }
type DemoPaymentTable = {
  id: string
  order_id: string
  amount: number
  status: 'failed' | 'authorized' | 'captured' | 'refunded'
  /** When a slow payment is captured. */
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
  dispute: DisputeTable
  orders: OrdersTable
  order_item: OrderItemTable
  order_event: OrderEventTable
  webhook_event: WebhookEventTable
  attention: AttentionTable
  attention_news: AttentionNewsTable
  delivery_pin: { prefix: string; words: WithDefault<string> }
  bill: BillTable
  bill_series: BillSeriesTable
  payment_walk: PaymentWalkTable
  demo_order: DemoOrderTable
  demo_payment: DemoPaymentTable
  demo_refund: DemoRefundTable
}
