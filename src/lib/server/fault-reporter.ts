/** What tells of the faults of work that is done again and again. */
export type FaultReporter = { fault: (error: unknown) => void; well: () => void }

type Logger = { error: (about: { err: unknown }, words: string) => void }

/** Of each log the reasons that last, and whose work fails by them. */
const lasting = new WeakMap<Logger, Map<string, Set<FaultReporter>>>()

/**
 * Tells the log of a fault once, until it was gone: a disk that is full for an hour is one line, however often
 * and by how many it is found so (F35).
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

/** An error that is there for several reasons. */
export type OfReasons = { reasons: readonly string[] }

const hasReasons = (error: unknown): error is OfReasons =>
  error instanceof Error && 'reasons' in error && Array.isArray(error.reasons)

const reasonsOf = (error: unknown) =>
  hasReasons(error) ? error.reasons : [reasonOf(String(error))]

const NO_ROOM = /ENOSPC|no space left|(?:disk|database) is full/i

/** A fault in the same words whichever thread or database found it; a file being written has another name in each. */
export const reasonOf = (text: string): string =>
  NO_ROOM.test(text) ? 'no space left on the disk' : text.replaceAll(/'[^']*\.tmp'/g, 'a file')
