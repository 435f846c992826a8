import { type OfReasons, reasonOf } from '#lib/server/fault-reporter.ts'

/** Pages that could not be rendered. Names the first page of each reason: a full disk stops thousands. */
export class RenderFailure extends Error implements OfReasons {
  readonly reasons: readonly string[]

  /** @param failed each page as `PATH: REASON` */
  constructor(failed: readonly string[]) {
    const byReason = Map.groupBy(failed, (line) => reasonOf(line.slice(line.indexOf(': ') + 2)))
    const told = [...byReason].map(([reason, [first = '', ...others]]) => {
      const path = first.slice(0, first.indexOf(': '))
      return `${path}${others.length > 0 ? ` and ${others.length} others` : ''}: ${reason}`
    })
    super(`Pages were not rendered: ${told.join('; ')}`)
    this.reasons = [...byReason.keys()]
  }
}
