import type { APIContext } from 'astro'
import { DAY_MS } from '#lib/server/durations.ts'
import { type Powers, powersOf } from '#lib/account/roles.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { sessionTexts } from '#lib/texts/browser/session.ts'
import { safeNext, signInPath } from '#lib/account/next-path.ts'
import { DatabaseBusy } from '#lib/server/database/database.ts'
import { flashCookie, hasSession, readCookies } from '#lib/server/http/cookies.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import type { Accounts } from './accounts.ts'
import type { Auth } from './auth.ts'

/** The user of a request, by its session cookie alone. */
export type SignedInUser = Powers & {
  id: string
  name: string
  email: string
  emailVerified: boolean
  /** The session's id, for the user's list of sessions; not a credential. */
  sessionId: string
}

/** However often it is used, a session ends after this long (A28). */
const MAX_AGE_MS = 30 * DAY_MS

type Context = Pick<APIContext, 'locals' | 'request' | 'url'>

/**
 * Finds the session of a cookie, extends it, and returns the cookies that the browser must change. It also
 * works while the database cannot be written (F34, F35): a later visit then extends the session. The cookie of
 * a session that has ended is left where it is: the answer may be late, and the browser signed in again since.
 */
export async function identify(
  accounts: Accounts,
  headers: Headers,
): Promise<{ user: SignedInUser | undefined; cookies: string[] }> {
  const auth = await accounts.auth()
  const read = await auth.api.getSession({ headers, returnHeaders: true }).catch(throwBusy)
  const isDue = read.response && 'needsRefresh' in read.response && read.response.needsRefresh
  const found = isDue ? await extendSession(auth, headers).catch(() => read) : read
  if (!found.response) return { user: undefined, cookies: [] }
  const { session, user } = found.response
  if (Date.now() - session.createdAt.getTime() > MAX_AGE_MS) {
    await auth.api.signOut({ headers })
    return { user: undefined, cookies: [] }
  }
  const { id, name, email, emailVerified, roles } = user
  const who = { id, name, email, emailVerified, ...powersOf(roles), sessionId: session.id }
  return { user: who, cookies: found.headers.getSetCookie() }
}

/** Renders an answer for the request's user, and renews their session cookie with it. */
export async function renderFor(
  accounts: Accounts,
  request: Request,
  render: (user: SignedInUser | undefined) => Promise<Response>,
): Promise<Response> {
  const { headers } = request
  if (!hasSession(readCookies(headers.get('cookie') ?? undefined))) return render(undefined)
  const { user, cookies } = await identify(accounts, headers)
  const response = await render(user)
  // If the answer itself sets the session cookie, e.g. to end the session, that is newer.
  const isSaid = response.headers.getSetCookie().some((cookie) => SESSION.test(cookie))
  if (!isSaid) for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
const SESSION = /^[\w.-]*session_token=/

const extendSession = (auth: Auth, headers: Headers) =>
  auth.api.getSession({ headers, returnHeaders: true, method: 'POST' })

/** The library hides why a session could not be read: it can only be the database. */
function throwBusy(cause: unknown): never {
  throw new DatabaseBusy('The session could not be read', { cause })
}

/** The user of an API call, or the answer instead: 401, or for a form a redirect to the sign-in. */
export function signedIn(context: Context): SignedInUser | Response {
  return context.locals.user ?? loginFirst(context)
}

/** The user of a page, or a redirect to the sign-in and back to this page. */
export function requireUser({
  locals,
  url,
}: Pick<Context, 'locals' | 'url'>): SignedInUser | Response {
  return locals.user ?? toSignIn(url.pathname + url.search)
}

/** The users that a body names; not for reviews, which name their author in other fields (S-168). */
export const userIdsIn = (body: Record<string, unknown> | undefined): unknown[] =>
  [body?.['userid'], body?.['customerid']].filter((claim) => claim !== undefined)

/** All users that query and body name. */
export const userIdsOf = ({ locals, url }: Pick<Context, 'locals' | 'url'>): unknown[] => [
  ...url.searchParams.getAll('userid'),
  ...userIdsIn(locals.body),
]

/**
 * The answer 403 if query or body name another user than the session's (A30). A form's page is then somebody else's, as
 * another account has signed in since: it is shown anew, and says so.
 */
export function foreignUser(
  context: Context,
  user: Pick<SignedInUser, 'id'>,
  isOwn = (claim: unknown) => claim === user.id,
): Response | undefined {
  if (userIdsOf(context).every(isOwn)) return undefined
  const { locals } = context
  const { accounts, address, requestId: id } = locals
  accounts?.log.warn({ id, user: user.id, address }, 'The user that was named is not theirs')
  if (isForm(context.request)) {
    locals.refusedWith = 403
    return redirectSaying(accountMessages.otherAccount, cameFrom(context))
  }
  return Response.json({ error: true, msg: accountMessages.notYours }, { status: 403 })
}

/** The API's 401, or for a form a redirect to the sign-in and back to its page. */
export function loginFirst(context: Context): Response {
  if (isForm(context.request)) return toSignIn(cameFrom(context))
  const answer = { error: true, msg: sessionTexts.loginFirst, code: 'signedOut' }
  return Response.json(answer, { status: 401 })
}

/** A redirect to the sign-in, which then leads to `next`. */
export const toSignIn = (next: string): Response =>
  redirectSaying(sessionTexts.loginFirst, signInPath(next))

function redirectSaying(msg: string, location: string): Response {
  const headers = { location, 'set-cookie': flashCookie({ msg, error: true }) }
  return new Response(null, { status: 303, headers })
}

/** The page that a form was on: its own field, or else the Referer if that is ours. */
function cameFrom({ locals, request, url }: Context): string {
  const next = locals.body?.['next']
  if (typeof next === 'string') return safeNext(next)
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return '/'
  const { origin, pathname, search } = new URL(referer)
  return origin === url.origin ? safeNext(pathname + search) : '/'
}
