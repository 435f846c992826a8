import { RING_PATH } from '#lib/counter/waiting.ts'
import { ALL_METHODS } from './request-guard.ts'

const READ = 'GET, HEAD'

/** What each address of the API takes (H7). */
const API: [path: RegExp, allow: string][] = [
  [/^\/api\/(homebanner|category|subcat|countries|productreviews|search)$/, READ],
  [/^\/api\/products(\/[^/]+)?$/, READ],
  [/^\/api\/place\/[^/]+$/, READ],
  [/^\/api\/(cart|mylist)$/, 'GET, HEAD, POST, DELETE'],
  [/^\/api\/(cart|mylist|productreviews)\/add$/, 'POST'],
  [/^\/api\/cart\/[^/]+$/, 'POST, PUT, DELETE'],
  [/^\/api\/mylist\/[^/]+$/, 'POST, DELETE'],
  [/^\/api\/checkout$/, 'GET, HEAD, POST'],
  [/^\/api\/orders$/, READ],
  [/^\/api\/orders\/(create|callback)$/, 'POST'],
  [/^\/api\/orders\/[^/]+\/(cancel|reorder)$/, 'POST'],
  [/^\/api\/orders\/[^/]+$/, READ],
  [/^\/api\/(webhooks\/[^/]+|demo\/pay)$/, 'POST'],
  [/^\/api\/(newsletter|contact|location|stockalert)$/, 'POST'],
  [/^\/api\/desk\/(orders|ring|stock|daybook)$/, READ],
  [/^\/api\/desk\/push$/, `${READ}, POST`],
  [/^\/api\/desk\/push\/forget$/, 'POST'],
  [/^\/api\/desk\/products(\/[^/]+)?$/, 'POST'],
  [/^\/api\/desk\/stock\/[^/]+$/, 'POST'],
  [/^\/api\/desk\/orders\/bulk$/, 'POST'],
  [/^\/api\/desk\/orders\/[^/]+$/, READ],
  [/^\/api\/desk\/orders\/[^/]+\/[^/]+$/, 'POST'],
  [/^\/api\/user\/(signin|signup|signout|verifyemail|resendotp|forgot|reset)$/, 'POST'],
  [/^\/api\/user\/uploadfiles$/, 'POST'],
  [/^\/api\/user\/authwithgoogle$/, `${READ}, POST`],
  [/^\/api\/user\/addresses$/, `${READ}, POST`],
  [/^\/api\/user\/addresses\/[^/]+$/, 'POST, PUT, DELETE'],
  [/^\/api\/user\/sessions$/, `${READ}, POST, DELETE`],
  [/^\/api\/user\/sessions\/[^/]+$/, 'POST, DELETE'],
  [/^\/api\/user\/[^/]+$/, `${READ}, POST, PUT, DELETE`],
]

export const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** The methods of an address; pages and files are only read. */
export function allowOf(path: string): string {
  if (!isApi(path)) return READ
  return API.find(([pattern]) => pattern.test(path))?.[1] ?? ALL_METHODS
}

/** Where the desk listens for new orders. */
export const isRing = (path: string): boolean => path === RING_PATH

/** Signed calls of a payment provider. */
export const isWebhook = (path: string): boolean => path.startsWith('/api/webhooks/')

/** The one address that takes a file; forms elsewhere have fields only (H6). */
export const takesFiles = (path: string): boolean => path === '/api/user/uploadfiles'

/** What an editor sends that is streamed to disk: a list or zipped folder, or a form with pictures (H6). */
export type EditorsForm = 'list' | 'pictures'

/** Which of them an address takes. */
export function editorsForm(path: string): EditorsForm | undefined {
  if (path === '/api/desk/uploads') return 'list'
  return PICTURE_FORMS.test(path) ? 'pictures' : undefined
}

const PICTURE_FORMS = /^\/api\/desk\/(products\/(?!bulk$)[^/]+|content\/(banners|categories))$/
