import type { ColumnType, Generated } from 'kysely'

/** One row per account: its lock makes writers of a cart take turns, and its revision identifies the result. */
type CartTable = { user_id: string; revision: number }

type CartItemTable = {
  id: string
  user_id: string
  product_id: string
  /** `weight=500 g`, several joined by `|`; empty if there is nothing to choose. */
  choice: string
  quantity: number
  /** The unit price when it was added, so that the shopper is told if it changes. */
  seen_price_paise: number
  created_at: number
  changed_at: number
}

type WishlistItemTable = {
  id: string
  user_id: string
  product_id: string
  /** The choice in the cart that it was saved from, like cart_item.choice. */
  choice: string
  created_at: number
}

/** The answer to the request with this key, for its repeats. */
type IdempotencyTable = {
  user_id: string
  key: string
  route: string
  hash: string
  /** JSON; null while the request is being processed. */
  answer: string | null
  created_at: number
  /** The hash of the guest who made the request, if they have signed in since. */
  guest_hash: ColumnType<string | null, string | null | undefined, string | null>
}

/** Columns that migration 0004 added to reviews. */
export type ReviewMarks = {
  edited_at: ColumnType<number | null, number | null | undefined, number | null>
  /** 1 if the customer has bought the product (`hasBought`). */
  is_verified: ColumnType<number, number | undefined, number>
}

/** What the shop did with a review last; the reason is for the shop alone. */
export type ReviewModeration = {
  /** 1; 0 while the shop has taken it down. */
  is_shown: Generated<number>
  moderated_at: ColumnType<number | null, number | null | undefined, number | null>
  /** The editor's address at that time. */
  moderated_by: ColumnType<string | null, string | null | undefined, string | null>
  reason: Generated<string>
  /** When its writer took it back while it was down: its words are gone, the next ones are down too (E28). */
  taken_back_at: ColumnType<number | null, number | null | undefined, number | null>
}

export type CartTables = {
  cart: CartTable
  cart_item: CartItemTable
  wishlist_item: WishlistItemTable
  idempotency: IdempotencyTable
}
