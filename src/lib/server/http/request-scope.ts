import { AsyncLocalStorage } from 'node:async_hooks'

/** Answers the request in whose doing a fault came up that nothing has caught. */
type AnswerFault = (error: unknown) => void

const scope = new AsyncLocalStorage<AnswerFault>()

/** Runs the work of one request, so that whatever it leaves behind is known to be of it. */
export function inRequest<Value>(answerFault: AnswerFault, work: () => Value): Value {
  return scope.run(answerFault, work)
}

/**
 * Catches what nothing else has: a fault in the doing of a request is that request's alone, which is
 * answered; of any other nobody knows what state it left behind, so `giveUp` ends the process (F50).
 */
export function guardProcess(giveUp: (error: unknown) => void): void {
  const take = (error: unknown) => (scope.getStore() ?? giveUp)(error)
  process.on('uncaughtException', take)
  process.on('unhandledRejection', take)
}
