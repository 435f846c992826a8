import { AsyncLocalStorage } from 'node:async_hooks'

/** Answers the request during which an uncaught error occurred. */
type AnswerFault = (error: unknown) => void

const scope = new AsyncLocalStorage<AnswerFault>()

/** Runs the work of one request, so that errors in whatever it leaves running are attributed to it. */
export function inRequest<Value>(answerFault: AnswerFault, work: () => Value): Value {
  return scope.run(answerFault, work)
}

/**
 * Catches uncaught errors. One that occurs within a request fails only that request. Any other may have left
 * the process in an unknown state, so `giveUp` ends it (F50).
 */
export function guardProcess(giveUp: (error: unknown) => void): void {
  const take = (error: unknown) => (scope.getStore() ?? giveUp)(error)
  process.on('uncaughtException', take)
  process.on('unhandledRejection', take)
}
