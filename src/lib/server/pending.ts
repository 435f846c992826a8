import { randomUUID } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as z from 'zod/mini'
import type { Accounts } from './accounts/accounts.ts'
import { keySchema } from './cart/requests.ts'
import { readCookies } from './http/cookies.ts'
import { isEqual } from './is-equal.ts'
import { ACTION_KINDS, type ActionKind, parseAction, performAction } from './shopper-actions.ts'

/** What was asked for without a session, to be done after the sign-in (design, decision 1). */
const pendingSchema = z.strictObject({
  kind: z.enum(ACTION_KINDS),
  body: z.record(z.string(), z.unknown()),
  key: keySchema,
})

/** A cookie that browsers keep has at most 4096 bytes with its name and attributes. */
const MAX_COOKIE = 3900
const MAX_TEXT = 32 * 1024
const KEPT_S = 30 * 60
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax'
const NO_PENDING = `pending=; ${ATTRIBUTES}; Max-Age=0`

type Signer = Pick<Accounts, 'sign'>

/**
 * The Set-Cookie that keeps a refused action for the sign-in; undefined when it is too large. Its key is
 * that of the request, so that the browser's own repeat of it is not a second one.
 */
export function pendingCookie(
  { sign }: Signer,
  { kind, body }: { kind: ActionKind; body: Record<string, unknown> },
  key: string = randomUUID(),
): string | undefined {
  const packed = deflateRawSync(JSON.stringify({ kind, body, key })).toString('base64url')
  // Signed, so that nobody puts words into the mouth of whoever signs in next.
  const value = `${packed}.${sign('pending', packed)}`
  if (value.length > MAX_COOKIE) return undefined
  return `pending=${value}; ${ATTRIBUTES}; Max-Age=${KEPT_S}`
}

/** How the waiting action went: what to say, and where its form would have led. */
export type CarriedOut = {
  msg: string
  error: boolean
  next: string
  /** The Set-Cookie that ends the waiting. */
  cookie: string
}

/** Does what waited for this sign-in, if anything did; every way to sign in calls it. */
export async function carryOutPending(
  { db, sign }: Pick<Accounts, 'db' | 'sign'>,
  user: { id: string; name: string },
  cookieHeader: string | null,
): Promise<CarriedOut | undefined> {
  const value = readCookies(cookieHeader ?? undefined).get('pending')
  if (!value) return undefined
  const pending = unpack(value, { sign })
  const action = pending && parseAction(pending.kind, pending.body)
  if (!action?.ok) return { msg: '', error: false, next: '/', cookie: NO_PENDING }
  const { msg, status, code } = await performAction(db, user, action.value, pending?.key)
  const { next } = action.value
  return { msg, error: !status, next: code === 200 ? next.done : next.refused, cookie: NO_PENDING }
}

function unpack(value: string, { sign }: Signer) {
  const [packed = '', signature = ''] = value.split('.')
  if (!isEqual(signature, sign('pending', packed))) return undefined
  try {
    const bytes = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: MAX_TEXT })
    const parsed = pendingSchema.safeParse(JSON.parse(bytes.toString()))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
