import type { Answer, Exchange } from './answer.ts'
import type { Body } from './body/body.ts'
import { type Call, renderAnswer } from './dynamic.ts'
import { errorAnswer } from './error-answers.ts'
import { isOutage } from './failures.ts'
import type { Front } from './front-state.ts'
import type { Refusal } from './guards/request-guard.ts'
import { isApi } from './routes.ts'
import type { StaticEntry } from './files/static-entry.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

export const NO_BODY: Body = { fields: undefined, bytes: undefined }
const RETRY_S = 5

/** The shop's own page for an unknown address, once it is published. */
export async function notFound(
  front: Front,
  exchange: Exchange,
  fallback?: Answer,
): Promise<Answer | StaticEntry> {
  const entry = await front.files.load('/404')
  if (entry) return entry
  if (fallback && fallback.body.length > 0) return fallback
  return refuse(front, exchange, { status: 404, msg: serverAnswers.noPage })
}

/** 503 when the database is away, else 500 in the shop's look; the reason goes to the log only. */
export async function broken(
  front: Front,
  exchange: Exchange,
  call: Call,
  error: unknown,
): Promise<Answer> {
  const { id } = exchange
  front.log.logger.error({ id, path: call.path, err: error }, 'A request failed')
  if (isOutage(error)) {
    const msg = serverAnswers.notNow
    return refuse(front, exchange, { status: 503, msg }, RETRY_S)
  }
  const msg = serverAnswers.fault
  const plain = () => errorAnswer({ status: 500, msg, isJson: isJson(exchange), id }, front.isHttps)
  if (isJson(exchange)) return plain()
  const page = { ...call, method: 'GET', path: '/500', query: '', body: NO_BODY }
  const answer = await renderAnswer(page, front).catch(() => undefined)
  if (!answer?.policy || answer.body.length === 0) return plain()
  return { ...answer, status: 500 }
}

export function refuse(
  front: Front,
  exchange: Exchange,
  refusal: Refusal,
  retryAfter?: number,
): Answer {
  const failure = { ...refusal, isJson: isJson(exchange), id: exchange.id }
  return errorAnswer({ ...failure, ...(retryAfter && { retryAfter }) }, front.isHttps)
}

/** The API answers in JSON, but for a form of the page, which asks for HTML. */
export function isJson({ path, req, method }: Exchange): boolean {
  if (!isApi(path)) return false
  return method === 'GET' || method === 'HEAD' || !/text\/html/.test(req.headers.accept ?? '')
}

export function redirect(status: number, location: string): Answer {
  return {
    status,
    type: 'text/plain; charset=utf-8',
    body: Buffer.from(`See ${location}`),
    cacheControl: 'public, max-age=3600',
    headers: ['Location', location],
  }
}
