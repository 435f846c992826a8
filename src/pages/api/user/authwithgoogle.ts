import * as z from 'zod/mini'
import { readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { NO_NONCE, nonceFor, offerNonce, useNonce } from '#lib/server/accounts/google-nonce.ts'
import { signInByGoogle } from '#lib/server/accounts/google-sign-in.ts'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { type Context, notFound, reply } from '#pages/api/_reply.ts'
import { accountsOf, callOf, fail, FLAG, note, tooMany } from './_account.ts'
import { welcome } from './_welcome.ts'

/** Only the token counts: name, email and photo come from it, whatever else is sent (S-111). */
const schema = z.strictObject({
  credential: z.string().check(z.minLength(1), z.maxLength(8192)),
  name: z.optional(z.unknown()),
  email: z.optional(z.unknown()),
  password: z.optional(z.unknown()),
  images: z.optional(z.unknown()),
  phone: z.optional(z.unknown()),
  isadmin: z.optional(z.unknown()),
  next: z.optional(z.string()),
})
const SCREEN = '/signin'
const FAILED = { msg: accountMessages.googleFailed, code: 401 }

const AWAY = { code: 503, retryS: 30 }
/** The issuer's keys could not be fetched; without them no token is accepted (A45). */
const unreachable = () => 'unreachable' as const

/**
 * GET /api/user/authwithgoogle {nonce}: the nonce with which this browser may open a popup (A33).
 */
export function GET(context: Context): Response {
  if (!accountsOf(context).google) return notFound()
  const { nonce, cookie } = offerNonce(context.request)
  const response = reply({ nonce })
  response.headers.append('set-cookie', cookie)
  return response
}

/**
 * POST /api/user/authwithgoogle {credential}: signs in; answers {error, msg, token, user} (S-178).
 */
export async function POST(context: Context): Promise<Response> {
  const accounts = accountsOf(context)
  const { google, limits } = accounts
  if (!google) return fail(context, { msg: accountMessages.googleOff, code: 404 }, SCREEN)
  const seconds = await limits.take(ACCOUNT_RULES.googleAddress, context.locals.address)
  if (seconds > 0) return fail(context, tooMany(seconds), SCREEN)
  const form = readForm(schema, context.locals.body)
  if (!form.ok) return fail(context, { ...FAILED, code: 400 }, SCREEN)
  const nonce = nonceFor(context.request)
  const identity = nonce && (await google.verify(form.value.credential, nonce).catch(unreachable))
  if (identity === 'unreachable') return fail(context, { ...FAILED, ...AWAY }, SCREEN)
  if (!identity) return refuseToken(context)
  if (!(await useNonce(accounts, nonce))) return withoutNonce(refuseToken(context))
  const done = await signInByGoogle(accounts, identity, callOf(context))
  if (!done.ok) {
    note(context, 'warn', 'A sign-in by Google was refused')
    const fault = done.error === 'taken' ? { msg: accountMessages.googleTaken, code: 409 } : FAILED
    return withoutNonce(fail(context, fault, SCREEN))
  }
  const { user, cookies } = done.value
  note(context, 'info', 'Signed in by Google', user.id)
  const answer = { msg: accountMessages.googleSignedIn, token: FLAG, user }
  return welcome(context, { user, cookies: [...cookies, NO_NONCE] }, answer)
}

function refuseToken(context: Context): Response {
  note(context, 'warn', 'A token was refused')
  return fail(context, FAILED, SCREEN)
}

/** Drops a used nonce, so that the browser's next try gets a new one. */
function withoutNonce(response: Response): Response {
  response.headers.append('set-cookie', NO_NONCE)
  return response
}
