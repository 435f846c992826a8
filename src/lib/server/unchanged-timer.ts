/**
 * Tells by this process's own clock, which nobody sets, for how long something has been as it is: whether
 * whoever should have changed it by now is gone (F45).
 */
export class UnchangedTimer {
  #seen = new Map<string, { value: string; at: number }>()

  /** @returns whether it has been seen with no other value for so long */
  hasFor(ms: number, name: string, value: string): boolean {
    const seen = this.#seen.get(name)
    if (seen?.value === value) return performance.now() - seen.at >= ms
    this.#seen.set(name, { value, at: performance.now() })
    return false
  }

  /** Forgets all but what is named. */
  keep(names: ReadonlySet<string>): void {
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name)
  }
}
