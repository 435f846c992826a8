import { addUser } from './accounts.ts'
import * as z from 'zod/mini'
import { cartAnswerSchema, cartItemSchema } from '#lib/cart/cart.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { wishAnswerSchema, wishSchema } from '#lib/cart/wishlist.ts'
import type { Line } from './api-front.ts'
import { openApi } from './open-api.ts'

type Fields = Record<string, unknown>
type Options = { key?: string; accept?: string }

/** The small shop of the API tests, with shoppers who call its API. */
export async function openShoppers(...given: Parameters<typeof openApi>) {
  const api = await openApi(...given)
  const shopper = async (name?: string) => callsOf(api, await addUser(api.db, name))
  return { ...api, shopper, visitor: callsOf(api, undefined) }
}

type Api = Awaited<ReturnType<typeof openApi>>

/** The calls of one shopper or, without a user, of a visitor. */
function callsOf(api: Api, user: SignedInUser | undefined) {
  const call =
    (line: Line) =>
    (body?: Fields, { key, accept }: Options = {}, id?: string) =>
      api.call(line, {
        ...{ user, body, accept },
        ...(id !== undefined && { params: { id } }),
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      })
  const withId = (line: Line) => (id: string, body?: Fields, options?: Options) =>
    call(line)(body, options, id)
  const post = {
    add: call('POST /api/cart/add'),
    wish: call('POST /api/mylist/add'),
    review: call('POST /api/productreviews/add'),
  }
  const byId = {
    change: withId('PUT /api/cart/[id]'),
    remove: withId('DELETE /api/cart/[id]'),
    removeFromWishlist: withId('DELETE /api/mylist/[id]'),
  }
  const byBody = {
    removeByBody: call('DELETE /api/cart'),
    unwishByBody: call('DELETE /api/mylist'),
  }
  const get = {
    getCart: (query = '') => call(`GET /api/cart${query}`)(),
    getWishes: (query = '') => call(`GET /api/mylist${query}`)(),
    items: async () => z.array(cartItemSchema).parse(await (await get.getCart()).json()),
    wishes: async () => z.array(wishSchema).parse(await (await get.getWishes()).json()),
  }
  return { user, id: user?.id ?? '', ...post, ...byId, ...byBody, ...get }
}
export type ShopperCalls = ReturnType<typeof callsOf>

/** Status and body of the cart's answer. */
export async function said(answer: Promise<Response> | Response) {
  const response = await answer
  return { code: response.status, ...cartAnswerSchema.parse(await response.json()) }
}

/** Status and body of the wishlist's answer. */
export async function saidOfWish(answer: Promise<Response> | Response) {
  const response = await answer
  return { code: response.status, ...wishAnswerSchema.parse(await response.json()) }
}

/** Where a form's answer leads, and the message it shows. */
export function ledTo(response: Response) {
  const cookies = response.headers.getSetCookie()
  const flash = cookies
    .find((cookie) => cookie.startsWith('flash='))
    ?.slice(6)
    .split(';')[0]
  const said: unknown = flash ? JSON.parse(Buffer.from(flash, 'base64url').toString()) : undefined
  return { code: response.status, to: response.headers.get('location'), said }
}
