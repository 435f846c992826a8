import type { StockFigures } from './stock-figures.ts'
import type { Shortfall } from './shortfalls.ts'

/** What an import's stocks mean for units that buyers are promised, by an order or a hold. */
export class Promises {
  /** Stocks from which more was taken than was left. */
  short = 0
  readonly shortfalls: Shortfall[] = []
  /** Somebody is promised units of what is written: how many are missing can change at any moment. */
  isAny = false
  figures: StockFigures

  constructor(figures: StockFigures) {
    this.figures = figures
  }

  /** Puts back what was noted since, for a row that is refused. @returns what does that */
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

  /** What was counted now: of it those get theirs first who ordered, or hold it. */
  count(id: string, from: string, to: string, units: number): number {
    const promised = this.#promised(id, from)
    const missing = Math.max(0, promised.units - units)
    if (missing > 0) this.short++
    if (missing !== promised.missing) {
      this.shortfalls.push({ productId: id, label: to, missing: missing - promised.missing })
    }
    return Math.max(0, units - promised.units)
  }

  /** What comes goes first to whom an earlier count did not find it; what is not on the shelf was theirs. */
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
