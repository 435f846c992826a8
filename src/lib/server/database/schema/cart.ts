import type { ColumnType, Generated } from 'kysely'

/** One row per account: its lock orders the writers of a cart, its revision names what they left. */
type CartTable = { user_id: string; revision: number }

type CartItemTable = {
  id: string
  user_id: string
  product_id: string
  /** `weight=500 g`, several joined by `|`; empty where nothing is to be chosen. */
  choice: string
  quantity: number
  /** What one unit cost when it was put in, so that the shopper is told of another price. */
  seen_price_paise: number
  created_at: number
  changed_at: number
}

type WishlistItemTable = {
  id: string
  user_id: string
  product_id: string
  /** What was chosen in the cart that it was saved from, like cart_item.choice. */
  choice: string
  created_at: number
}

/** What a request under this key was answered, for its repeats. */
type IdempotencyTable = {
  user_id: string
  key: string
  route: string
  hash: string
  /** JSON; null while the request is under way. */
  answer: string | null
  created_at: number
  /** Of the guest who asked, when they have signed in since. */
  guest_hash: ColumnType<string | null, string | null | undefined, string | null>
}

/** What 0004 adds to the reviews. */
export type ReviewMarks = {
  edited_at: ColumnType<number | null, number | null | undefined, number | null>
  /** 1 when an order of the customer holds the product. */
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
}

export type CartTables = {
  cart: CartTable
  cart_item: CartItemTable
  wishlist_item: WishlistItemTable
  idempotency: IdempotencyTable
}
