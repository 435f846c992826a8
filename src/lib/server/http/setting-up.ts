import type { Answer, Exchange } from './answer.ts'
import type { Front } from './front-state.ts'
import { refuse } from './replies.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/** So long who asks waits for the first catalogue before it is told so. */
const WAIT_MS = 2000
const RETRY_S = 3
/** Made by the publisher alone: for whoever asks the whole catalogue would be gone through in one turn. */
const OF_ALL_PRODUCTS = new Set(['/feed.xml', '/sitemap-categories.xml'])
const PUBLISH_S = 30

/**
 * Holds a request while the first catalogue comes in: a small one is there in a moment.
 * @returns what is answered where it takes longer; a browser asks again by itself
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
  const answer = refuse(front, exchange, { status: 503, msg }, RETRY_S)
  return { ...answer, headers: [...(answer.headers ?? []), 'Refresh', String(RETRY_S)] }
}

/** What is answered for a file of all products until it is published: machines come again by themselves. */
export function notPublishedYet(front: Front, exchange: Exchange): Answer | undefined {
  if (!OF_ALL_PRODUCTS.has(exchange.path)) return undefined
  const msg = serverAnswers.publishing
  return refuse(front, exchange, { status: 503, msg }, PUBLISH_S)
}
