/** Reports faults of work that is repeated again and again. */
export type FaultReporter = { fault: (error: unknown) => void; well: () => void }

type Logger = { error: (about: { err: unknown }, words: string) => void }

/** For each log the faults that persist, and the reporters that meet them. */
const lasting = new WeakMap<Logger, Map<string, Set<FaultReporter>>>()

/**
 * Logs a fault once until it is over: a disk that is full for an hour makes one line, however often and by
 * however many reporters it is met (F35).
 */
export function createFaultReporter(logger: Logger, words: string): FaultReporter {
  const known = lasting.get(logger) ?? new Map<string, Set<FaultReporter>>()
  lasting.set(logger, known)
  const reporter: FaultReporter = {
    fault(error) {
      const reasons = reasonsOf(error)
      if (reasons.some((reason) => !known.has(reason))) logger.error({ err: error }, words)
      for (const reason of reasons)
        known.set(reason, (known.get(reason) ?? new Set()).add(reporter))
    },
    well() {
      for (const [reason, tellers] of known) {
        if (tellers.delete(reporter) && tellers.size === 0) known.delete(reason)
      }
    },
  }
  return reporter
}

/** An error with several reasons. */
export type OfReasons = { reasons: readonly string[] }

const hasReasons = (error: unknown): error is OfReasons =>
  error instanceof Error && 'reasons' in error && Array.isArray(error.reasons)

const reasonsOf = (error: unknown) =>
  hasReasons(error) ? error.reasons : [reasonOf(String(error))]

const NO_ROOM = /ENOSPC|no space left|(?:disk|database) is full/i

/**
 * Normalises an error's text, so that a fault is the same whichever thread or database meets it: names of
 * temporary files differ.
 */
export const reasonOf = (text: string): string =>
  NO_ROOM.test(text) ? 'no space left on the disk' : text.replaceAll(/'[^']*\.tmp'/g, 'a file')
