import type { Answer, Exchange } from './answer.ts'
import type { Body } from './body/body.ts'
import { type AppRequest, renderAnswer } from './dynamic.ts'
import { errorAnswer } from './error-answers.ts'
import { isOutage } from './failures.ts'
import type { Front } from './front-state.ts'
import type { HttpRefusal } from './guards/request-guard.ts'
import { isApi } from './routes.ts'
import type { StaticEntry } from './files/static-entry.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

export const NO_BODY: Body = { fields: undefined, bytes: undefined }
const RETRY_S = 5

/** The shop's published 404 page; before it is published, the fallback or a plain answer. */
export async function notFoundAnswer(
  front: Front,
  exchange: Exchange,
  fallback?: Answer,
): Promise<Answer | StaticEntry> {
  const entry = await front.files.load('/404')
  if (entry) return entry
  if (fallback && fallback.body.length > 0) return fallback
  return refusalAnswer(front, exchange, { status: 404, msg: serverAnswers.noPage })
}

/** 503 if the database is unavailable, else the shop's 500 page; the reason goes to the log only. */
export async function faultAnswer(
  front: Front,
  exchange: Exchange,
  call: AppRequest,
  error: unknown,
): Promise<Answer> {
  const { id } = exchange
  front.log.logger.error({ id, path: call.path, err: error }, 'A request failed')
  if (isOutage(error)) {
    const msg = serverAnswers.notNow
    return refusalAnswer(front, exchange, { status: 503, msg }, RETRY_S)
  }
  const msg = serverAnswers.fault
  const plain = () => errorAnswer({ status: 500, msg, isJson: isJson(exchange), id }, front.isHttps)
  if (isJson(exchange)) return plain()
  const page = { ...call, method: 'GET', path: '/500', query: '', body: NO_BODY }
  const answer = await renderAnswer(page, front).catch(() => undefined)
  if (!answer?.policy || answer.body.length === 0) return plain()
  return { ...answer, status: 500 }
}

/** An answer that refuses the request, as JSON or a page. `retryAfter` is in seconds. */
export function refusalAnswer(
  front: Front,
  exchange: Exchange,
  refusal: HttpRefusal,
  retryAfter?: number,
): Answer {
  const failure = { ...refusal, isJson: isJson(exchange), id: exchange.id }
  return errorAnswer({ ...failure, ...(retryAfter && { retryAfter }) }, front.isHttps)
}

/** Whether to answer in JSON: for the API, unless a form of a page asks, which accepts HTML. */
export function isJson({ path, req, method }: Exchange): boolean {
  if (!isApi(path)) return false
  return method === 'GET' || method === 'HEAD' || !/text\/html/.test(req.headers.accept ?? '')
}

/** A redirect that caches may keep for an hour. */
export function redirect(status: number, location: string): Answer {
  return {
    status,
    type: 'text/plain; charset=utf-8',
    body: Buffer.from(`See ${location}`),
    cacheControl: 'public, max-age=3600',
    headers: ['Location', location],
  }
}
