import type { StockFigures } from './stock-figures.ts'
import type { Shortfall } from './shortfalls.ts'

/** What an import's stocks mean for units promised to buyers, through orders or holds. */
export class PromisedUnits {
  /** How many stocks were short: more was taken than was left. */
  short = 0
  readonly shortfalls: Shortfall[] = []
  /**
   * Whether any units of what is written are promised to somebody; how many of them are missing can change at any
   * time.
   */
  isAny = false
  figures: StockFigures

  constructor(figures: StockFigures) {
    this.figures = figures
  }

  /** @returns a function that forgets everything noted since, for when the row is refused */
  mark(): () => void {
    const { short, shortfalls } = this
    const { length } = shortfalls
    return () => {
      this.short = short
      shortfalls.length = length
    }
  }

  #promised(id: string, label: string) {
    const promised = this.figures.promised(id, label)
    this.isAny ||= promised.units > 0
    return promised
  }

  /**
   * A stock counted now: units promised to buyers are taken from it first.
   * @returns the units left to sell
   */
  count(id: string, from: string, to: string, units: number): number {
    const promised = this.#promised(id, from)
    const missing = Math.max(0, promised.units - units)
    if (missing > 0) this.short++
    if (missing !== promised.missing) {
      this.shortfalls.push({ productId: id, label: to, missing: missing - promised.missing })
    }
    return Math.max(0, units - promised.units)
  }

  /**
   * A first count of what was not counted. Under the lock alone: nothing in the row tells that some of it was sold
   * since it was read.
   * @returns the units left to sell
   */
  begin(id: string, from: string, to: string, units: number): number {
    this.isAny = true
    return this.count(id, from, to, units)
  }

  /**
   * Adds units to a stock, or takes some off. New units first go to buyers whose units were missing; if units are
   * lacking, they are missing for buyers.
   * @returns the units left to sell
   */
  add(id: string, from: string, to: string, stock: number, units: number): number {
    const promised = this.#promised(id, from)
    const left = stock + units
    if (left < 0) this.short++
    const missing =
      units > 0
        ? -Math.min(promised.missing, units)
        : Math.min(promised.units - promised.missing, Math.max(0, -left))
    if (missing !== 0) this.shortfalls.push({ productId: id, label: to, missing })
    return Math.max(0, left + Math.min(0, missing))
  }
}
