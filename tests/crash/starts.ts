import { availableParallelism, loadavg } from 'node:os'

/** A shop that was killed must be ready again after this long (F38). */
const READY_MS = 3000

/** How long servers took from their start until they were ready. */
export class Starts {
  #tookMs: number[] = []
  #late = 0

  /** On a machine with other work, a server gets only its share, so it may take that much longer. */
  add(tookMs: number, isReady: boolean): void {
    if (!isReady && tookMs < READY_MS) return
    const [load = 0] = loadavg()
    this.#tookMs.push(tookMs)
    if (tookMs > READY_MS * Math.max(1, load / availableParallelism())) this.#late++
  }

  /** The start times that half and 95 % of the starts stayed within, and how many were late for this machine. */
  read(): { readyMs: { p50: number; p95: number; longest: number }; over3s: number; late: number } {
    const sorted = this.#tookMs.toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
    return {
      readyMs: { p50: at(0.5), p95: at(0.95), longest: at(1) },
      over3s: sorted.filter((tookMs) => tookMs > READY_MS).length,
      late: this.#late,
    }
  }
}
