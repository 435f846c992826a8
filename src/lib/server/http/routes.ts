import type { Powers } from '#lib/account/roles.ts'
import { RING_PATH } from '#lib/counter/waiting.ts'
import type { Rule } from './guards/rate-limit.ts'
import { RULES } from './guards/rules.ts'
import { ALL_METHODS } from './guards/request-guard.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** Who must be signed in; in an open shop a guest counts as a shopper. `desk` is anybody with a role there. */
type Who = 'everybody' | 'shopper' | 'desk' | 'staff' | 'editor' | 'owner' | 'machine'

/** An editor's form that is streamed to disk: a list or zipped folder, or a form with pictures. */
export type EditorsForm = 'list' | 'pictures'

/** An address of the API, or a group of pages rendered on request. */
export type Route = {
  /** As its file is named: `[id]` matches one segment, `[...rest]` any number of them, also none. */
  path: string
  methods: readonly Method[]
  who: Who
  /** A body other than small fields (H6). */
  body?: 'picture' | EditorsForm | 'raw' | undefined
  /** Fields that may be lists; all others must be plain values. */
  lists?: readonly string[] | undefined
  /** How often one client address may ask for it (H10f, H10g). */
  limit: Rule | undefined
}

const route = (
  who: Who,
  methods: string,
  path: string,
  more: Partial<Pick<Route, 'body' | 'lists' | 'limit'>> = {},
): Route => ({
  ...{ path, who, methods: METHODS.filter((method) => methods.includes(method)) },
  // Signed webhooks have no limit.
  ...{ limit: more.body === 'raw' ? undefined : RULES.calls, ...more },
})

/** A page of the desk. */
const page = (who: Who, path: string) => route(who, 'GET', `/desk${path}`, { limit: RULES.pages })

/** All addresses of the API, the pages of the desk, and other pages with a limit of their own. */
export const ROUTES: readonly Route[] = [
  route('everybody', 'GET', '/api/homebanner'),
  route('everybody', 'GET', '/api/category'),
  route('everybody', 'GET', '/api/subcat'),
  route('everybody', 'GET', '/api/countries'),
  route('everybody', 'GET', '/api/place/[pin]'),
  route('everybody', 'GET', '/api/productreviews'),
  route('everybody', 'GET', '/api/search', { limit: RULES.search }),
  route('everybody', 'GET', '/api/products', { limit: RULES.lists }),
  route('everybody', 'GET', '/api/products/featured', { limit: RULES.lists }),
  route('everybody', 'GET', '/api/products/[id]', { limit: RULES.lists }),
  route('everybody', 'POST', '/api/newsletter', { limit: RULES.letters }),
  route('everybody', 'POST', '/api/contact', { limit: RULES.letters }),
  route('everybody', 'POST', '/api/location'),
  route('everybody', 'POST', '/api/stockalert'),
  route('everybody', 'POST', '/api/user/signin'),
  route('everybody', 'POST', '/api/user/signup'),
  route('everybody', 'POST', '/api/user/signout'),
  route('everybody', 'POST', '/api/user/verifyemail'),
  route('everybody', 'POST', '/api/user/resendotp'),
  route('everybody', 'POST', '/api/user/forgot'),
  route('everybody', 'POST', '/api/user/reset'),
  route('everybody', 'GET POST', '/api/user/authwithgoogle', { lists: ['images'] }),

  route('shopper', 'GET DELETE', '/api/cart'),
  route('shopper', 'POST', '/api/cart/add'),
  route('shopper', 'PUT DELETE', '/api/cart/[id]'),
  route('shopper', 'GET DELETE', '/api/mylist'),
  route('shopper', 'POST', '/api/mylist/add'),
  route('shopper', 'DELETE', '/api/mylist/[id]'),
  route('shopper', 'POST', '/api/productreviews/add'),
  route('shopper', 'DELETE', '/api/productreviews/[id]'),
  route('shopper', 'GET POST', '/api/checkout', { lists: ['products'] }),
  route('shopper', 'GET', '/api/orders'),
  route('shopper', 'POST', '/api/orders/create', { limit: RULES.proofs, lists: ['products'] }),
  route('shopper', 'GET', '/api/orders/[id]'),
  route('shopper', 'POST', '/api/orders/[id]/cancel'),
  route('shopper', 'POST', '/api/orders/[id]/reorder'),
  route('shopper', 'POST', '/api/user/uploadfiles', { body: 'picture' }),
  route('shopper', 'GET POST', '/api/user/addresses'),
  route('shopper', 'PUT DELETE', '/api/user/addresses/[id]'),
  route('shopper', 'GET DELETE', '/api/user/sessions'),
  route('shopper', 'DELETE', '/api/user/sessions/[id]'),
  route('shopper', 'GET PUT DELETE', '/api/user/[id]', { lists: ['images'] }),

  route('machine', 'POST', '/api/orders/callback', { limit: RULES.proofs }),
  route('machine', 'POST', '/api/webhooks/[provider]', { body: 'raw' }),
  route('machine', 'POST', '/api/demo/pay'),

  // The ring's event stream is answered before the app is asked.
  route('staff', 'GET', RING_PATH),
  route('staff', 'GET', '/api/desk/orders'),
  route('staff', 'GET', '/api/desk/orders/waiting'),
  route('staff', 'POST', '/api/desk/orders/bulk'),
  route('staff', 'GET', '/api/desk/orders/[number]'),
  route('staff', 'POST', '/api/desk/orders/[number]/[action]'),
  route('staff', 'GET', '/api/desk/stock'),
  route('staff', 'POST', '/api/desk/stock/[id]'),
  ...['daybook', 'cash', 'today', 'pick'].map((name) => route('staff', 'GET', `/api/desk/${name}`)),
  route('staff', 'GET POST', '/api/desk/push'),
  route('staff', 'POST', '/api/desk/push/forget'),
  route('editor', 'POST', '/api/desk/uploads', { body: 'list' }),
  route('editor', 'GET DELETE', '/api/desk/uploads/[id]'),
  // Answered before the app is asked, like the ring.
  route('editor', 'GET', '/api/desk/uploads/[id]/progress'),
  route('editor', 'POST', '/api/desk/uploads/[id]/check'),
  route('editor', 'POST', '/api/desk/uploads/[id]/columns'),
  route('editor', 'POST', '/api/desk/uploads/[id]/publish'),
  route('editor', 'POST', '/api/desk/products'),
  route('editor', 'POST', '/api/desk/products/bulk'),
  route('editor', 'POST', '/api/desk/products/[id]', { body: 'pictures' }),
  route('editor', 'POST', '/api/desk/content/[part]', { body: 'pictures' }),
  route('editor', 'POST', '/api/desk/imports/[number]/undo'),
  route('editor', 'GET', '/api/desk/export'),
  route('editor', 'POST', '/api/desk/reviews/[id]'),
  route('owner', 'POST', '/api/desk/roles'),

  ...['', '/more', '/products'].map((path) => page('desk', path)),
  ...['/orders', '/orders/[number]', '/pick', '/slips', '/cash', '/stock'].map((path) =>
    page('staff', path),
  ),
  ...['/lists', '/products/[id]', '/imports/[number]', '/content/[part]', '/reviews'].map((path) =>
    page('editor', path),
  ),
  page('editor', '/uploads/[...rest]'),
  // What is not named above is for the owner only.
  page('owner', '/[...rest]'),

  ...['/confirm', '/unsubscribe'].map((path) =>
    route('everybody', 'GET POST', `/newsletter${path}`, { limit: RULES.pages }),
  ),
  route('everybody', 'GET', '/search', { limit: RULES.search }),
  route('everybody', 'GET', '/category/[...rest]', { limit: RULES.lists }),
  route('everybody', 'GET', '/subcat/[...rest]', { limit: RULES.lists }),
  route('everybody', 'GET', '/brand/[...rest]', { limit: RULES.lists }),
  route('everybody', 'GET', '/offers/[...rest]', { limit: RULES.lists }),
]
/** Exact paths come before patterns. */
const PATTERNS = ROUTES.map((known) => ({ known, pattern: patternOf(known.path) })).toSorted(
  (one, other) => generality(one.known) - generality(other.known),
)
/** Any other page; it can only be read. */
const PAGE = route('everybody', 'GET', '', { limit: RULES.pages })

function generality({ path }: Route): number {
  return path.includes('[...') ? 2 : path.includes('[') ? 1 : 0
}

function patternOf(path: string): RegExp {
  const source = path.replaceAll(/\/\[\.{3}\w+\]/g, '(/.*)?').replaceAll(/\[\w+\]/g, '[^/]+')
  return new RegExp(`^${source}$`)
}

/** The API's answer to a call with a field of the wrong kind. */
export const ODD_FIELDS = { status: false, error: true, msg: serverAnswers.odd }

/** The API's answer for an address that does not exist, or not for this user (S-001). */
export const NOTHING_HERE = { error: true, msg: serverAnswers.nothingHere }

/** Whether a path is an address of the API. */
export const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** The route of a path; undefined if the API has no such address. */
export function routeOf(path: string): Route | undefined {
  const found = PATTERNS.find(({ pattern }) => pattern.test(path))?.known
  return found ?? (isApi(path) ? undefined : PAGE)
}

/** The limit per client address; unknown API addresses are limited too, as each costs a look-up. */
export function limitOf(path: string): Rule | undefined {
  const found = routeOf(path)
  return found ? found.limit : RULES.calls
}

/** The methods that a request to this address may use, for Allow; forms send PUT and DELETE by POST (H7). */
export function allowOf(path: string): string {
  const found = routeOf(path)
  if (!found) return ALL_METHODS
  const { methods } = found
  const byForm = methods.includes('PUT') || methods.includes('DELETE')
  return listOf(METHODS.filter((one) => methods.includes(one) || (one === 'POST' && byForm)))
}

/** The methods that an address implements, however they are sent. */
export function methodsOf(path: string): string {
  const found = routeOf(path)
  return found ? listOf(found.methods) : ALL_METHODS
}

const listOf = (methods: readonly Method[]) =>
  methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ')

/** Whether an address implements a method, sent directly or by a form. */
export function takesMethod(path: string, method: string): boolean {
  return routeOf(path)?.methods.some((one) => one === method) ?? true
}

/** Whether this user may know that the address exists: the desk's do so only for its roles (S-001). */
export function isOpenTo({ who }: Route, user: Powers | undefined): boolean {
  if (who === 'desk') return Boolean(user?.isStaff || user?.isEditor)
  if (who === 'staff') return user?.isStaff ?? false
  if (who === 'editor') return user?.isEditor ?? false
  return who === 'owner' ? (user?.isOwner ?? false) : true
}

/** The id of the list whose progress stream this address is, if it is one. */
export const progressOf = (path: string): string | undefined =>
  /^\/api\/desk\/uploads\/([0-9a-f]{32})\/progress$/.exec(path)?.[1]

/** Whether the path is the stream on which the desk listens for new orders. */
export const isRing = (path: string): boolean => path === RING_PATH
