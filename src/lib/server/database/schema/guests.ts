/** A guest; the row of "user" with the same id has the cart (guests.ts). */
type GuestTable = {
  user_id: string
  /** The hash of the guest's cookie; null once the cart was merged into an account. */
  hash: string | null
  /** When something was last written for this guest. */
  seen_at: number
}

/** A phone that a buyer claims; proven once they have entered the code sent there. */
type PhoneCodeTable = {
  user_id: string
  /** The phone in the form of `buyerKeys`. */
  phone_key: string
  /** The keyed hash of the code, which itself is stored nowhere. */
  hash: string
  tries: number
  sent_at: number
  proven_at: number | null
}

export type GuestTables = { guest: GuestTable; phone_code: PhoneCodeTable }

/** How a guest's order is recognised; null for orders of accounts. */
export type GuestOrderColumns = {
  /** The secret of the link that shows this order to anybody who has it. */
  track: string | null
  /** For an unpaid order: phone and door, as the cash limit compares them. */
  phone_key: string | null
  door_key: string | null
}
