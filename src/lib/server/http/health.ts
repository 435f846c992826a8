import type { Logger } from 'pino'
import type { Answer } from './answer.ts'
import { PERSONAL } from './headers.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/** Whether the shop can work: `reason` if not, and how far the published pages lag behind, in ms. */
export type Readiness = { reason?: string; lagMs: number }

/** Whether the path is `/healthz` or `/readyz`. They accept any Host, as machines call them by address. */
export const isHealth = (path: string): boolean => path === '/healthz' || path === '/readyz'

/** Answers whether the process is up (`/healthz`) or ready to serve (`/readyz`). */
export async function healthAnswer(
  path: string,
  { readiness, log }: { readiness: () => Promise<Readiness>; log: { logger: Logger } },
): Promise<Answer> {
  if (path === '/healthz') return json(200, { status: 'up' })
  const { reason, lagMs } = await readiness().catch((error: unknown): Readiness => {
    // Its message may name addresses and files, so it goes to the log only (A45, P13).
    log.logger.error({ err: error }, 'The readiness check failed')
    return { reason: serverAnswers.unknownState, lagMs: 0 }
  })
  if (reason !== undefined) return json(503, { status: 'not ready', reason, lagMs })
  return json(200, { status: 'ready', lagMs })
}

function json(status: number, value: object): Answer {
  return {
    status,
    type: 'application/json; charset=utf-8',
    body: Buffer.from(JSON.stringify(value)),
    cacheControl: PERSONAL,
    ...(status === 503 && { headers: ['Retry-After', '5'] }),
  }
}
