/**
 * Measures by this process's monotonic clock how long a value has not changed: whether whoever should have
 * changed it is gone (F45).
 */
export class UnchangedTimer {
  #seen = new Map<string, { value: string; at: number }>()

  /** @returns whether this value has been seen, without any other in between, for this long */
  hasFor(ms: number, name: string, value: string): boolean {
    const seen = this.#seen.get(name)
    if (seen?.value === value) return performance.now() - seen.at >= ms
    this.#seen.set(name, { value, at: performance.now() })
    return false
  }

  /** Forgets all names except these. */
  keep(names: ReadonlySet<string>): void {
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name)
  }
}
