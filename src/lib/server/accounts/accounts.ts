import { keptSecret } from '#lib/server/settings/auth-secret.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { openSigner, type Sign } from '#lib/server/settings/signer.ts'
import type { Auth } from './auth.ts'
import { type GoogleIssuer, openGoogle } from './google-token.ts'
import { AccountLimits } from './limits.ts'
import { findWeakness, type WeakPassword } from './password-rules.ts'
import { Passwords } from './passwords.ts'
import { Pictures } from './pictures.ts'

/** Everything that account functions need: one object per process, passed to pages and API calls in `locals`. */
export type Accounts = {
  db: Db
  /** The auth library, loaded on first use, as loading takes half a second. */
  auth: () => Promise<Auth>
  passwords: Passwords
  /** Why a new password is refused, if it is (A22). */
  findWeakness: (password: string, email: string) => Promise<WeakPassword | undefined>
  limits: AccountLimits
  settings: AccountSettings
  sign: Sign
  /** Google, or the issuer named by OIDC_ISSUER; undefined without GOOGLE_CLIENT_ID. */
  google: GoogleIssuer | undefined
  pictures: Pictures
  log: AuditLog
}

type Note = (about: Record<string, unknown>, text: string) => void
/** Logs who did what, without mail addresses, passwords, codes or network addresses (A43, A44). */
export type AuditLog = { info: Note; warn: Note }

export type AccountSettings = Pick<
  Settings,
  | 'authSecret'
  | 'databaseUrl'
  | 'dataDir'
  | 'emailVerification'
  | 'googleClientId'
  | 'oidcIssuer'
  | 'publicUrl'
  | 'rateScale'
>

/** Opens the accounts of a shop; the auth library itself is loaded when first needed. */
export function openAccounts(db: Db, settings: AccountSettings, log: AuditLog): Accounts {
  const secret = keptSecret(settings)
  const passwords = new Passwords()
  const sign = openSigner(settings)
  let loading: Promise<Auth> | undefined
  const load = async () => {
    const { makeAuth } = await import('./auth.ts')
    const { databaseUrl, publicUrl, emailVerification } = settings
    const isVerificationRequired = emailVerification === 'required'
    return makeAuth({ db, databaseUrl, publicUrl, secret, passwords, isVerificationRequired })
  }
  return {
    db,
    auth: () => (loading ??= load()),
    passwords,
    findWeakness: async (password, email) => {
      const { name } = await new Catalogue(db).shop()
      return findWeakness(password, email, name)
    },
    limits: new AccountLimits(db, settings.rateScale, (subject) => sign('limit', subject)),
    settings,
    sign,
    google: openGoogle(settings),
    pictures: new Pictures(settings.dataDir),
    log,
  }
}
