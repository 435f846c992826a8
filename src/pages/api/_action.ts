import { pendingCookie } from '#lib/server/shopper/pending.ts'
import { type Action, type ActionKind, parseAction } from '#lib/server/shopper/shopper-actions.ts'
import type { Shopper } from '#lib/server/shopper/guests/shopper.ts'
import { malformed, type Next, personalWrite, readKey } from './_personal.ts'
import type { Asked } from './_reply.ts'
import { shoppingWrite } from './_shopping.ts'

type Asking = { shopper: Shopper; action: Action; key: string | undefined; next: Next }

/** POST /api/{kind}/add. Where that takes a session, it waits in a cookie for the sign-in (pending.ts). */
export async function act(
  asked: Asked,
  kind: ActionKind,
  perform: (asking: Asking) => Promise<Response>,
): Promise<Response> {
  const action = parseAction(kind, asked.locals.body ?? {})
  const screen = screenOf(kind, asked)
  // A review stands there for all under a name.
  const write = kind === 'productreviews' ? personalWrite : shoppingWrite
  const answer = await write(asked, screen, async (shopper, key) => {
    if (!action.ok) return malformed(asked, action.field, screen)
    const next = { ...screen, ...action.value.next }
    return perform({ shopper, action: action.value, key, next })
  })
  if (!asked.locals.user && action.ok && asksToSignIn(answer)) keepForSignIn(asked, kind, answer)
  return answer
}

const asksToSignIn = ({ status, headers }: Response): boolean =>
  status === 401 || /^\/signin\b/.test(headers.get('location') ?? '')

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
