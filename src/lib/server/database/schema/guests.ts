/** Somebody without an account; the row of "user" beside it has the cart (guests.ts). */
type GuestTable = {
  user_id: string
  /** Of the cookie; null once the cart went into an account. */
  hash: string | null
  /** When something was last written for them. */
  seen_at: number
}

/** A telephone that a buyer says is theirs; proven once the code that came there was typed. */
type PhoneCodeTable = {
  user_id: string
  /** As `doorOf` has it. */
  phone_key: string
  /** Of the code, keyed; the code itself is in no table. */
  hash: string
  tries: number
  sent_at: number
  proven_at: number | null
}

export type GuestTables = { guest: GuestTable; phone_code: PhoneCodeTable }

/** What an order of somebody without an account is known by; null where it has one. */
export type GuestOrderColumns = {
  /** The secret of the link that shows this order to whoever has it. */
  track: string | null
  /** Of an unpaid order: telephone and door, as the limit of cash compares them. */
  phone_key: string | null
  door_key: string | null
}
