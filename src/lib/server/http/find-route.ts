import type { Powers } from '#lib/account/roles.ts'
import { RING_PATH } from '#lib/counter/waiting.ts'
import { isUploadId } from '#lib/desk/uploads.ts'
import type { Rule } from './guards/rate-limit.ts'
import { ALL_METHODS } from './guards/request-guard.ts'
import { RULES } from './guards/rules.ts'
import {
  ANY_PAGE,
  isApi,
  type Method,
  METHODS,
  PROGRESS_PATH,
  type Route,
  ROUTES,
} from './routes.ts'

/** Exact paths come before patterns. */
const PATTERNS = ROUTES.map((known) => ({ known, pattern: patternOf(known.path) })).toSorted(
  (one, other) => generality(one.known) - generality(other.known),
)

function generality({ path }: Route): number {
  return path.includes('[...') ? 2 : path.includes('[') ? 1 : 0
}

function patternOf(path: string): RegExp {
  const source = path.replaceAll(/\/\[\.{3}\w+\]/g, '(/.*)?').replaceAll(/\[\w+\]/g, '([^/]+)')
  return new RegExp(`^${source}$`)
}

/** The route of a path; undefined if the API has no such address. */
export function routeOf(path: string): Route | undefined {
  const found = PATTERNS.find(({ pattern }) => pattern.test(path))?.known
  return found ?? (isApi(path) ? undefined : ANY_PAGE)
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

const DESK: readonly Route['who'][] = ['desk', 'staff', 'editor', 'owner']

/** Whether an address is the desk's. */
export const isOfDesk = (path: string): boolean => DESK.includes(routeOf(path)?.who ?? 'everybody')

const PROGRESS = patternOf(PROGRESS_PATH)

/** The id of the list whose progress stream this address is, if it is one. */
export function progressOf(path: string): string | undefined {
  const id = PROGRESS.exec(path)?.[1]
  return isUploadId(id) ? id : undefined
}

/** Whether the path is the stream on which the desk listens for new orders. */
export const isRing = (path: string): boolean => path === RING_PATH
