import * as z from 'zod/mini'
import { readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { NO_NONCE, nonceFor, offerNonce, useNonce } from '#lib/server/accounts/google-nonce.ts'
import { signInByGoogle } from '#lib/server/accounts/google-sign-in.ts'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { type Asked, notFound, reply } from '#pages/api/_reply.ts'
import { accountsOf, callOf, fail, FLAG, note, tooMany } from './_account.ts'
import { welcome } from './_welcome.ts'

/** Only the token counts; name, email and photo are its own, whatever stands beside it (S-111). */
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
const FAILED = { msg: accountMessages.googleFailed, status: 401 }

const AWAY = { status: 503, retryAfter: 30 }
/** The issuer gave no keys: nobody is believed without them (A45). */
const unreachable = () => 'unreachable' as const

/** GET /api/user/authwithgoogle {nonce}: what a popup of this browser may be opened with (A33). */
export function GET(asked: Asked): Response {
  if (!accountsOf(asked).google) return notFound()
  const { nonce, cookie } = offerNonce(asked.request)
  const response = reply({ nonce })
  response.headers.append('set-cookie', cookie)
  return response
}

/** POST /api/user/authwithgoogle {credential}: {error, msg, token, user} (S-178). */
export async function POST(asked: Asked): Promise<Response> {
  const accounts = accountsOf(asked)
  const { google, limits } = accounts
  if (!google) return fail(asked, { msg: accountMessages.googleOff, status: 404 }, SCREEN)
  const seconds = await limits.take(ACCOUNT_RULES.googleAddress, asked.locals.address)
  if (seconds > 0) return fail(asked, tooMany(seconds), SCREEN)
  const form = readForm(schema, asked.locals.body)
  if (!form.ok) return fail(asked, { ...FAILED, status: 400 }, SCREEN)
  const nonce = nonceFor(asked.request)
  const identity = nonce && (await google.verify(form.value.credential, nonce).catch(unreachable))
  if (identity === 'unreachable') return fail(asked, { ...FAILED, ...AWAY }, SCREEN)
  if (!identity) return refuseToken(asked)
  if (!(await useNonce(accounts, nonce))) return withoutNonce(refuseToken(asked))
  const done = await signInByGoogle(accounts, identity, callOf(asked))
  if (!done.ok) {
    note(asked, 'warn', 'A sign-in by Google was refused')
    const fault =
      done.error === 'taken' ? { msg: accountMessages.googleTaken, status: 409 } : FAILED
    return withoutNonce(fail(asked, fault, SCREEN))
  }
  const { user, cookies } = done.value
  note(asked, 'info', 'Signed in by Google', user.id)
  const answer = { msg: accountMessages.googleSignedIn, token: FLAG, user }
  return welcome(asked, { user, cookies: [...cookies, NO_NONCE] }, answer)
}

function refuseToken(asked: Asked): Response {
  note(asked, 'warn', 'A token was refused')
  return fail(asked, FAILED, SCREEN)
}

/** A nonce that is used up is not offered again: the next try of this browser gets its own. */
function withoutNonce(response: Response): Response {
  response.headers.append('set-cookie', NO_NONCE)
  return response
}
