import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { claimsIn } from '#lib/server/accounts/session.ts'
import { keySchema } from './requests.ts'
import { readCookies } from '#lib/server/http/cookies.ts'
import { MAX_COOKIE, packCookie, unpackCookie } from '#lib/server/http/packed-cookie.ts'
import { ownName, serverCookie } from '#lib/server/http/set-cookie.ts'
import { isEqual } from '#lib/server/is-equal.ts'
import type { Outcome } from './outcome.ts'
import {
  type Action,
  ACTION_KINDS,
  type ActionKind,
  parseAction,
  performAction,
} from './shopper-actions.ts'

/** What was asked for without a session, to be done after the sign-in. */
const pendingSchema = z.strictObject({
  kind: z.enum(ACTION_KINDS),
  body: z.record(z.string(), z.unknown()),
  key: keySchema,
})

const KEPT_S = 30 * 60

/** What keeps a waiting action from being changed on its way. */
type Signer = { settings: { publicUrl: URL }; sign: (purpose: string, value: string) => string }

const isHttps = ({ settings }: Pick<Signer, 'settings'>): boolean =>
  settings.publicUrl.protocol === 'https:'

const cookieOf = (accounts: Pick<Signer, 'settings'>, value: string, maxAgeS: number): string =>
  serverCookie({ name: 'pending', value, maxAgeS, isHttps: isHttps(accounts) })

/**
 * The Set-Cookie that keeps a refused action for the sign-in; undefined when it is too large. Its key is
 * that of the request, so that the browser's own repeat of it is not a second one.
 */
export function pendingCookie(
  accounts: Signer,
  { kind, body }: { kind: ActionKind; body: Record<string, unknown> },
  key: string = randomUUID(),
): string | undefined {
  const packed = packCookie({ kind, body, key })
  if (packed === undefined) return undefined
  // Signed, so that nobody puts words into the mouth of whoever signs in next.
  const value = `${packed}.${accounts.sign('pending', packed)}`
  if (value.length > MAX_COOKIE) return undefined
  return cookieOf(accounts, value, KEPT_S)
}

/** How the waiting action went. */
type CarriedOut = {
  /** Absent where it was another's, or could not be read; `next` is where its form would have led. */
  done?: { outcome: Outcome; next: Action['next'] }
  /** The Set-Cookie that ends the waiting. */
  cookie: string
}

/**
 * Does what waited for this sign-in, if anything did; every way to sign in calls it. A review stands
 * there for all under a name: it is written only when `goal`, the path that the sign-in leads to, is
 * the page that it was written on.
 */
export async function carryOutPending(
  accounts: Signer & { db: Kysely<Database> },
  user: { id: string; name: string },
  { cookies, goal }: { cookies: string | null; goal: string },
): Promise<CarriedOut | undefined> {
  const value = readCookies(cookies ?? undefined).get(ownName('pending', isHttps(accounts)))
  if (!value) return undefined
  const cookie = cookieOf(accounts, '', 0)
  const pending = unpack(value, accounts)
  // Left by another's queue, it is that one's to send (I8).
  const isOwn = claimsIn(pending?.body).every((claim) => claim === user.id)
  const action = pending && isOwn ? parseAction(pending.kind, pending.body) : undefined
  if (!action?.ok || !isWantedAt(action.value, goal)) return { cookie }
  const outcome = await performAction(accounts.db, user, action.value, pending?.key)
  return { done: { outcome, next: action.value.next }, cookie }
}

const isWantedAt = ({ kind, next }: Action, goal: string): boolean =>
  kind !== 'productreviews' || pathOf(goal) === pathOf(next.done)

const pathOf = (address: string) => address.replace(/[?#].*$/s, '')

function unpack(value: string, { sign }: Pick<Signer, 'sign'>) {
  const [packed = '', signature = ''] = value.split('.')
  if (!isEqual(signature, sign('pending', packed))) return undefined
  return unpackCookie(packed, pendingSchema)
}
