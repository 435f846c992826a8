import type { Answer, Exchange } from './answer.ts'
import type { Body } from './body/body.ts'
import { ownCookies, readCookies, readLocation } from './cookies.ts'
import { type AppRequest, isAhead, renderAnswer } from './dynamic.ts'
import { limitKey } from './guards/forwarded.ts'
import type { Front } from './front-state.ts'
import { REVALIDATE_OWN } from './headers.ts'
import { doubledName } from './guards/query-names.ts'
import { faultAnswer, isJson, NO_BODY, notFoundAnswer, refusalAnswer } from './replies.ts'
import type { Target } from './guards/request-guard.ts'
import { isOfDesk, limitOf } from './find-route.ts'
import { isTrack } from './guards/secret-paths.ts'
import { clientAddressOf, bringsCart, findCart, findRequester } from './requester.ts'
import type { StaticEntry } from './files/static-entry.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/**
 * A request of the desk may have to wait for another editor's list, during which the worker may be silent for five
 * minutes (task-runner.ts): cut off sooner, what was asked for would still be done, unseen.
 */
const DESK_WAIT_MS = 310_000

/** Has the app render a request, within the rate limits. */
export async function answerFromApp(
  front: Front,
  exchange: Exchange,
  { path, query }: Target,
  body: Body,
  asked = visitorOf(front, exchange),
): Promise<Answer | StaticEntry> {
  const { id, method, req } = exchange
  if (doubledName(query) !== undefined) {
    return refusalAnswer(front, exchange, { status: 400, msg: serverAnswers.doubled })
  }
  const address = clientAddressOf(front, req)
  const wait = await waitFor(front, exchange, path, address)
  if (wait > 0) {
    front.log.logger.warn({ id, path }, 'A rate limit was hit')
    const msg = serverAnswers.tooMany(wait)
    return refusalAnswer(front, exchange, { status: 429, msg }, wait)
  }
  const call = { method, path, query, ...asked, body, id, address }
  const idleMs = req.socket.timeout
  if (isOfDesk(path)) req.socket.setTimeout(DESK_WAIT_MS)
  try {
    const answer = await renderAnswer(call, front)
    if (answer.status === 500) return await faultAnswer(front, exchange, call, undefined)
    return answer.status === 404 && !isJson(exchange) && !isTrack(path)
      ? await notFoundAnswer(front, exchange, answer)
      : answer
  } catch (error) {
    return faultAnswer(front, exchange, call, error)
  } finally {
    req.socket.setTimeout(idleMs ?? 0)
  }
}

/** What an answer may depend on about the visitor. */
function visitorOf(
  front: Front,
  { req: { headers } }: Exchange,
): Pick<AppRequest, 'headers' | 'cookies' | 'location'> {
  const cookies = readCookies(ownCookies(headers.cookie, front.isHttps))
  if (isAhead(headers)) cookies.delete('flash')
  return { headers, cookies, location: readLocation(cookies, front.isCountry) }
}

/**
 * A page as seen from a country: the published file if everything it lists is sold there, otherwise a page
 * rendered once for all visitors from there, as an anonymous visitor sees it.
 */
export async function answerForCountry(
  front: Front,
  exchange: Exchange,
  target: Target,
  { entry, country }: { entry: StaticEntry; country: string },
): Promise<Answer | StaticEntry> {
  const { path } = target
  const seen = await front.lookThere?.(path, country).catch(() => undefined)
  if (!seen) return answerFromApp(front, exchange, target, NO_BODY)
  if (seen.isAlike) return entry
  // Those who come before the first one is rendered wait for it; if it fails, each asks for itself.
  const kept = await front.located.find(seen.version, path, country)
  if (kept) return kept
  const asked = { headers: {}, cookies: new Map<string, string>(), location: country }
  const whole = { ...exchange, method: 'GET' }
  const answering = answerFromApp(front, whole, { ...target, query: '' }, NO_BODY, asked)
  const making = answering.then(toKeep, () => undefined)
  front.located.keep(seen.version, path, country, making)
  const page = await making
  if (!page) front.located.drop(path, country, making)
  return page ?? answering
}

/** The page that all visitors from a country get; undefined for an answer that is only one visitor's. */
function toKeep(answer: Answer | StaticEntry): Answer | undefined {
  if (!('body' in answer) || answer.status !== 200) return undefined
  const { headers: _, ...page } = { ...answer, cacheControl: REVALIDATE_OWN }
  return page
}

/** What all guest carts behind one address may ask for together, as a multiple of the address's limit. */
const CARTS_AT_ONCE = 10

/**
 * Takes a token for a request. Mobile carriers give one address to thousands: when its share is used up, a
 * signed-in shopper or guest cart still has its own. As anybody can create carts, those behind one address
 * also share a limit (G20).
 * @returns 0, or the seconds to wait
 */
async function waitFor(
  front: Front,
  exchange: Exchange,
  path: string,
  address: string | undefined,
): Promise<number> {
  const rule = limitOf(path)
  if (!rule || address === undefined) return 0
  const { limits } = front
  const wait = limits.take(rule, limitKey(address))
  if (wait === 0) return 0
  const requester = await findRequester(front, exchange)
  if (requester) return limits.take(rule, `account ${requester.id}`)
  if (!rule.isOfCarts || !bringsCart(exchange)) return wait
  // Counted before the look-up, so that guessed carts count as well: each costs a query.
  const ofAll = { ...rule, limit: rule.limit * CARTS_AT_ONCE }
  const waitOfAll = limits.take(ofAll, `carts ${limitKey(address)}`)
  if (waitOfAll > 0) return waitOfAll
  const guest = await findCart(front, exchange)
  return guest ? limits.take(rule, `cart ${guest.id}`) : wait
}
