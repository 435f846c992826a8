import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { powersOf } from '#lib/account/roles.ts'
import { cartAnswerSchema, cartItemSchema } from '#lib/cart/cart.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { wishAnswerSchema, wishSchema } from '#lib/cart/wishlist.ts'
import * as add from '#pages/api/cart/add.ts'
import * as cart from '#pages/api/cart/index.ts'
import * as line from '#pages/api/cart/[id].ts'
import * as addWish from '#pages/api/mylist/add.ts'
import * as mylist from '#pages/api/mylist/index.ts'
import * as wish from '#pages/api/mylist/[id].ts'
import * as addReview from '#pages/api/productreviews/add.ts'
import type { TestDatabase } from './databases/database.ts'
import { openApi } from './open-api.ts'

type Fields = Record<string, unknown>
type Options = { key?: string; accept?: string }

/** A row in "user", without the password that only signing in needs. */
export async function addUser(db: Db, name = 'Asha Rao'): Promise<SignedInUser> {
  const id = randomUUID()
  const email = `${id}@example.com`
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('user')
    .values({ id, name, email, email_verified: true, phone: '', image: null, ...times })
    .execute()
  return { id, name, email, emailVerified: true, ...powersOf(''), sessionId: `s-${id}` }
}

/** The small shop of the API tests, and shoppers who call what is theirs. */
export async function openShoppers(open?: () => Promise<TestDatabase>) {
  const api = await openApi(open)
  const shopper = async (name?: string) => callsOf(api, await addUser(api.db, name))
  return { ...api, shopper, visitor: callsOf(api, undefined) }
}

type Api = Awaited<ReturnType<typeof openApi>>

/** What one shopper, or nobody, can ask for. */
function callsOf(api: Api, user: SignedInUser | undefined) {
  const call =
    (method: string, endpoint: Parameters<Api['call']>[0], path: string) =>
    (body?: Fields, { key, accept }: Options = {}, params: Record<string, string> = {}) =>
      api.call(endpoint, path, {
        ...{ method, params, user, body },
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
        ...(accept !== undefined && { accept }),
      })
  const post = {
    add: call('POST', add.POST, '/api/cart/add'),
    wish: call('POST', addWish.POST, '/api/mylist/add'),
    review: call('POST', addReview.POST, '/api/productreviews/add'),
  }
  const byId = {
    change: (id: string, body: Fields, options?: Options) =>
      call('PUT', line.PUT, `/api/cart/${id}`)(body, options, { id }),
    remove: (id: string, body?: Fields, options?: Options) =>
      call('DELETE', line.DELETE, `/api/cart/${id}`)(body, options, { id }),
    unwish: (id: string, body?: Fields, options?: Options) =>
      call('DELETE', wish.DELETE, `/api/mylist/${id}`)(body, options, { id }),
  }
  const byBody = {
    removeByBody: call('DELETE', cart.DELETE, '/api/cart'),
    unwishByBody: call('DELETE', mylist.DELETE, '/api/mylist'),
  }
  const get = {
    getCart: (query = '') => call('GET', cart.GET, `/api/cart${query}`)(),
    getWishes: (query = '') => call('GET', mylist.GET, `/api/mylist${query}`)(),
    items: async () => z.array(cartItemSchema).parse(await (await get.getCart()).json()),
    wishes: async () => z.array(wishSchema).parse(await (await get.getWishes()).json()),
  }
  return { user, id: user?.id ?? '', ...post, ...byId, ...byBody, ...get }
}
export type ShopperCalls = ReturnType<typeof callsOf>

/** Status and body of an answer of the cart. */
export async function said(answer: Promise<Response> | Response) {
  const response = await answer
  return { code: response.status, ...cartAnswerSchema.parse(await response.json()) }
}

/** Status and body of an answer of the wishlist. */
export async function saidOfWish(answer: Promise<Response> | Response) {
  const response = await answer
  return { code: response.status, ...wishAnswerSchema.parse(await response.json()) }
}

/** Where a form leads, and what it says there. */
export function ledTo(response: Response) {
  const cookies = response.headers.getSetCookie()
  const flash = cookies
    .find((cookie) => cookie.startsWith('flash='))
    ?.slice(6)
    .split(';')[0]
  const said: unknown = flash ? JSON.parse(Buffer.from(flash, 'base64url').toString()) : undefined
  return { code: response.status, to: response.headers.get('location'), said }
}
