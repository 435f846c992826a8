import { RING_PATH } from '#lib/counter/waiting.ts'
import type { Rule } from './guards/rate-limit.ts'
import { RULES } from './guards/rules.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/**
 * Who must be signed in; in an open shop a guest counts as a shopper, but has no account. `desk` is anybody with
 * a role there.
 */
type Who = 'everybody' | 'shopper' | 'account' | 'desk' | 'staff' | 'editor' | 'owner' | 'machine'

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
  /** How often one account or guest cart may write there (H10e). */
  perUser: readonly Rule[]
}

const route = (
  who: Who,
  methods: string,
  path: string,
  more: Partial<Pick<Route, 'body' | 'lists' | 'limit' | 'perUser'>> = {},
): Route => ({
  ...{ path, who, methods: METHODS.filter((method) => methods.includes(method)) },
  ...{ perUser: who === 'shopper' || who === 'account' ? [RULES.writes] : [] },
  // Signed webhooks have no limit.
  ...{ limit: more.body === 'raw' ? undefined : RULES.calls, ...more },
})

const CHECKOUTS = [RULES.checkoutsOfMinute, RULES.checkoutsOfHour]
const FORMS = [RULES.deskForms]
export const PROGRESS_PATH = '/api/desk/uploads/[id]/progress'

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
  route('shopper', 'GET POST', '/api/checkout', { lists: ['products'], perUser: CHECKOUTS }),
  // An order is placed and cancelled once, whoever repeats it.
  route('shopper', 'POST', '/api/orders/create', {
    ...{ limit: RULES.proofs, lists: ['products'], perUser: [] },
  }),
  route('shopper', 'POST', '/api/orders/[id]/cancel', { perUser: [] }),

  route('account', 'GET', '/api/orders'),
  route('account', 'GET', '/api/orders/[id]'),
  route('account', 'POST', '/api/orders/[id]/reorder'),
  route('account', 'POST', '/api/productreviews/add'),
  route('account', 'DELETE', '/api/productreviews/[id]'),
  route('account', 'POST', '/api/user/uploadfiles', { body: 'picture' }),
  route('account', 'GET POST', '/api/user/addresses'),
  route('account', 'PUT DELETE', '/api/user/addresses/[id]'),
  route('account', 'GET DELETE', '/api/user/sessions'),
  route('account', 'DELETE', '/api/user/sessions/[id]'),
  route('account', 'GET PUT DELETE', '/api/user/[id]', { lists: ['images'] }),

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
  route('staff', 'POST', '/api/desk/letters/[id]'),
  route('staff', 'GET', '/api/desk/stock'),
  route('staff', 'POST', '/api/desk/stock/[id]'),
  ...['daybook', 'bills', 'sold', 'cash', 'today', 'pick'].map((name) =>
    route('staff', 'GET', `/api/desk/${name}`),
  ),
  route('staff', 'GET POST', '/api/desk/push'),
  route('staff', 'POST', '/api/desk/push/forget'),
  route('editor', 'POST', '/api/desk/uploads', { body: 'list', perUser: [RULES.deskLists] }),
  route('editor', 'GET DELETE', '/api/desk/uploads/[id]'),
  // Answered before the app is asked, like the ring.
  route('editor', 'GET', PROGRESS_PATH),
  route('editor', 'POST', '/api/desk/uploads/[id]/check'),
  route('editor', 'POST', '/api/desk/uploads/[id]/columns'),
  route('editor', 'POST', '/api/desk/uploads/[id]/publish'),
  route('editor', 'POST', '/api/desk/products', { perUser: FORMS }),
  route('editor', 'POST', '/api/desk/products/bulk', { perUser: FORMS }),
  route('editor', 'POST', '/api/desk/products/[id]', { body: 'pictures', perUser: FORMS }),
  route('editor', 'POST', '/api/desk/content/[part]', { body: 'pictures', perUser: FORMS }),
  route('editor', 'POST', '/api/desk/imports/[number]/undo'),
  route('editor', 'GET', '/api/desk/export'),
  route('editor', 'POST', '/api/desk/reviews/[id]'),
  route('owner', 'POST', '/api/desk/roles'),

  ...['', '/more', '/products'].map((path) => page('desk', path)),
  ...['/orders', '/orders/[number]', '/pick', '/slips', '/stock'].map((path) =>
    page('staff', path),
  ),
  ...['/cash', '/bills', '/letters'].map((path) => page('staff', path)),
  ...['/lists', '/products/[id]', '/imports/[number]', '/content/[part]', '/reviews'].map((path) =>
    page('editor', path),
  ),
  page('editor', '/uploads/[...rest]'),
  // What is not named above is for the owner only.
  page('owner', '/[...rest]'),

  ...['/confirm', '/unsubscribe', '/alerts'].map((path) =>
    route('everybody', 'GET POST', `/newsletter${path}`, { limit: RULES.pages }),
  ),
  route('everybody', 'GET', '/search', { limit: RULES.search }),
  route('everybody', 'GET', '/category/[...rest]', { limit: RULES.lists }),
  route('everybody', 'GET', '/subcat/[...rest]', { limit: RULES.lists }),
  route('everybody', 'GET', '/brand/[...rest]', { limit: RULES.lists }),
  route('everybody', 'GET', '/offers/[...rest]', { limit: RULES.lists }),
]

/** Any other page; it can only be read. */
export const ANY_PAGE = route('everybody', 'GET', '', { limit: RULES.pages })

/** The API's answer to a call with a field of the wrong kind. */
export const MALFORMED_REQUEST = { status: false, error: true, msg: serverAnswers.malformedRequest }

/** The API's answer for an address that does not exist, or not for this user (S-001). */
export const NOTHING_HERE = { error: true, msg: serverAnswers.nothingHere }

/** Whether a path is an address of the API. */
export const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')
