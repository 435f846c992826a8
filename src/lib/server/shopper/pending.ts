import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db } from '#lib/server/database/schema.ts'
import { userIdsIn } from '#lib/server/accounts/session.ts'
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
  performOnce,
} from './shopper-actions.ts'

/** An action requested without a session, to be done after the sign-in. */
const pendingSchema = z.strictObject({
  kind: z.enum(ACTION_KINDS),
  body: z.record(z.string(), z.unknown()),
  key: keySchema,
})

const KEPT_S = 30 * 60

/** Signs a pending action, so that it cannot be tampered with. */
type Signer = { settings: { publicUrl: URL }; sign: (purpose: string, value: string) => string }

const isHttps = ({ settings }: Pick<Signer, 'settings'>): boolean =>
  settings.publicUrl.protocol === 'https:'

const cookieOf = (accounts: Pick<Signer, 'settings'>, value: string, maxAgeS: number): string =>
  serverCookie({ name: 'pending', value, maxAgeS, isHttps: isHttps(accounts) })

/**
 * The Set-Cookie that keeps a refused action until the sign-in; undefined if it is too large. It has the
 * request's key, so that the browser's own retry does not do it a second time.
 */
export function pendingCookie(
  accounts: Signer,
  { kind, body }: { kind: ActionKind; body: Record<string, unknown> },
  key: string = randomUUID(),
): string | undefined {
  const packed = packCookie({ kind, body, key })
  if (packed === undefined) return undefined
  // Signed, so that nobody can plant an action for whoever signs in next.
  const value = `${packed}.${accounts.sign('pending', packed)}`
  if (value.length > MAX_COOKIE) return undefined
  return cookieOf(accounts, value, KEPT_S)
}

/** The result of a pending action. */
type CarriedOut = {
  /** Absent if the action was another user's or unreadable; `next` is where its form would have led. */
  done?: { outcome: Outcome; next: Action['next'] }
  /** The action came too soon after others: it stays pending, for a sign-in after so many seconds. */
  wait?: { seconds: number; next: string }
  /** The Set-Cookie that deletes the pending action. */
  cookie?: string
}

type SignIn = {
  cookies: string | null
  /** The path that the sign-in leads to. */
  goal: string
  /** Takes a turn of the action's limits. @returns the seconds to wait; 0 for none */
  waitFor: (kind: ActionKind) => Promise<number>
}

/**
 * Does the action that waited for this sign-in, if any; called by every way to sign in. A review is published
 * under the user's name, so it is written only if `goal`, the path that the sign-in leads to, is the page on
 * which it was written.
 */
export async function carryOutPending(
  accounts: Signer & { db: Db },
  user: { id: string; name: string },
  { cookies, goal, waitFor }: SignIn,
): Promise<CarriedOut | undefined> {
  const value = readCookies(cookies ?? undefined).get(ownName('pending', isHttps(accounts)))
  if (!value) return undefined
  const cookie = cookieOf(accounts, '', 0)
  const pending = unpack(value, accounts)
  // An action from another user's queue is left for that user to send (I8).
  const isOwn = userIdsIn(pending?.body).every((claim) => claim === user.id)
  const action = pending && isOwn ? parseAction(pending.kind, pending.body) : undefined
  if (!pending || !action?.ok || !isWantedAt(pending.kind, action.value, goal)) return { cookie }
  const { kind, key } = pending
  const { next } = action.value
  const seconds = await waitFor(kind)
  if (seconds > 0) return { wait: { seconds, next: next.refused } }
  const outcome = await performOnce(accounts.db, user, action.value, key)
  return { done: { outcome, next }, cookie }
}

const isWantedAt = (kind: ActionKind, { next }: Action, goal: string): boolean =>
  kind !== 'productreviews' || pathOf(goal) === pathOf(next.done)

const pathOf = (address: string) => address.replace(/[?#].*$/s, '')

function unpack(value: string, { sign }: Pick<Signer, 'sign'>) {
  const [packed = '', signature = ''] = value.split('.')
  if (!isEqual(signature, sign('pending', packed))) return undefined
  return unpackCookie(packed, pendingSchema)
}
