import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { pendingCookie } from '#lib/server/shopper/pending.ts'
import { type Action, type ActionKind, parseAction } from '#lib/server/shopper/shopper-actions.ts'
import { malformed, type Next, personalWrite, readKey } from './_personal.ts'
import type { Asked } from './_reply.ts'

type Asking = { user: SignedInUser; action: Action; key: string | undefined; next: Next }

/** POST /api/{kind}/add. Without a session the action waits in a cookie for the sign-in (pending.ts). */
export async function act(
  asked: Asked,
  kind: ActionKind,
  perform: (asking: Asking) => Promise<Response>,
): Promise<Response> {
  const action = parseAction(kind, asked.locals.body ?? {})
  const screen = screenOf(kind, asked)
  const answer = await personalWrite(asked, screen, async (user, key) => {
    if (!action.ok) return malformed(asked, action.field, screen)
    return perform({ user, action: action.value, key, next: { ...screen, ...action.value.next } })
  })
  if (!asked.locals.user && action.ok) keepForSignIn(asked, kind, answer)
  return answer
}

function keepForSignIn(asked: Asked, kind: ActionKind, { headers }: Response): void {
  const { accounts, body } = asked.locals
  const key = readKey(asked)
  if (!accounts || !key.ok) return
  const cookie = pendingCookie(accounts, { kind, body: body ?? {} }, key.value)
  if (cookie) headers.append('set-cookie', cookie)
}

/** Where a form goes back to that cannot be read; a review takes its text along. */
function screenOf(kind: ActionKind, { locals }: Asked): Next {
  const { productid, review, customerrating } = locals.body ?? {}
  if (kind === 'mylist') return { done: '/mylist', refused: '/mylist' }
  const isId = typeof productid === 'string' && /^[\w.-]{1,200}$/.test(productid)
  if (!isId) return { done: '/cart', refused: '/cart' }
  const path = `/product/${productid}`
  if (kind === 'cart') return { done: '/cart', refused: path }
  const values = { review: String(review ?? ''), customerrating: String(customerrating ?? '') }
  return { done: path, refused: path, form: { path, values } }
}
