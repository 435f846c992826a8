import type { Answer, Exchange } from './answer.ts'
import type { Front } from './front-state.ts'
import { refusalAnswer } from './replies.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/** How long a request waits for the first catalogue to be imported before it gets the setting-up page. */
const WAIT_MS = 2000
const RETRY_S = 3
/** Files that only the publisher makes: rendering one on request would read the whole catalogue at once. */
const OF_ALL_PRODUCTS = new Set(['/feed.xml', '/sitemap-categories.xml'])
const PUBLISH_S = 30

/**
 * Holds a request while the first catalogue is imported: a small one is there in a moment.
 * @returns the setting-up page if it takes longer (the browser reloads by itself), else undefined
 */
export async function settingUp(front: Front, exchange: Exchange): Promise<Answer | undefined> {
  if (!front.filling) return undefined
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, WAIT_MS, false)
  front.filling.then(
    () => resolve(true),
    () => resolve(false),
  )
  const isFilled = await promise
  clearTimeout(timer)
  if (isFilled) return undefined
  const msg = serverAnswers.settingUp
  const answer = refusalAnswer(front, exchange, { status: 503, msg }, RETRY_S)
  return { ...answer, headers: [...(answer.headers ?? []), 'Refresh', String(RETRY_S)] }
}

/** The answer for a file of all products until it is published, with Retry-After for crawlers. */
export function notPublishedYet(front: Front, exchange: Exchange): Answer | undefined {
  if (!OF_ALL_PRODUCTS.has(exchange.path)) return undefined
  const msg = serverAnswers.publishing
  return refusalAnswer(front, exchange, { status: 503, msg }, PUBLISH_S)
}
