import type { ColumnType, Generated } from 'kysely'
import type { KeptRoles } from '#lib/account/roles.ts'

/** A time of the auth library: text in SQLite, a timestamp in PostgreSQL; read it with `new Date()`. */
type Time = ColumnType<Date | string, Date, Date>
/** A boolean of the auth library: 0 or 1 in SQLite, a boolean in PostgreSQL; read it with `Boolean()`. */
type Truth = ColumnType<boolean | number, boolean, boolean>

type UserTable = {
  id: string
  name: string
  /** In lower case. */
  email: string
  email_verified: Truth
  image: string | null
  phone: string
  /** File names in DATA_DIR/uploads, joined by `|`. */
  images: Generated<string>
  /** Changed by `shop grant`, `shop revoke` and owners at the desk. */
  roles: ColumnType<KeptRoles, KeptRoles | undefined, KeptRoles>
  created_at: Time
  updated_at: Time
}

type SessionTable = {
  id: string
  token: string
  user_id: string
  expires_at: Time
  ip_address: string | null
  user_agent: string | null
  created_at: Time
  updated_at: Time
}

/** A way to sign in: `credential` has the password's hash, `google` has issuer and subject in account_id. */
type AccountTable = {
  id: string
  account_id: string
  provider_id: string
  user_id: string
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: Time | null
  refresh_token_expires_at: Time | null
  scope: string | null
  password: string | null
  created_at: Time
  updated_at: Time
}

type VerificationTable = {
  id: string
  identifier: string
  value: string
  expires_at: Time
  created_at: Time
  updated_at: Time
}

/** A mailed code or link; only its keyed hash is stored (A25, A26). */
type AccountCodeTable = {
  user_id: string
  purpose: 'verify' | 'reset'
  hash: string
  tries: number
  expires_at: number
  created_at: number
}

type AddressTable = {
  id: string
  user_id: string
  fullname: string
  country: string
  streetaddressline1: string
  streetaddressline2: string
  city: string
  state: string
  zipcode: string
  phonenumber: string
  is_default: number
  created_at: number
}

/** Counts tries (H10a to d); `key` is the rule and the hashed subject. */
type RateLimitTable = { key: string; count: number; blocked_until: number; reset_at: number }

export type AccountTables = {
  user: UserTable
  session: SessionTable
  account: AccountTable
  verification: VerificationTable
  account_code: AccountCodeTable
  address: AddressTable
  rate_limit: RateLimitTable
}
