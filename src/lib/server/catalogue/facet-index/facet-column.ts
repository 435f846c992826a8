import type { FacetCount } from '#lib/catalogue/facets.ts'

/** Numbers texts, and finds their numbers again. */
export class Codes {
  readonly texts: string[] = []
  #codes = new Map<string, number>()

  of(text: string): number {
    const known = this.#codes.get(text)
    if (known !== undefined) return known
    const code = this.texts.push(text) - 1
    this.#codes.set(text, code)
    return code
  }

  /** The number of a text; -1 if it has none. */
  known(text: string): number {
    return this.#codes.get(text) ?? -1
  }
}

/**
 * What products have of one facet. Each combination of values is one number, e.g. all packs of a product, so
 * that a pass counts one number per product, however many values that has.
 */
export class FacetColumn {
  /** The number of a product's combination, by the product's place. */
  combinations = new Int32Array(1024)
  #values = new Codes()
  #known = new Map<string, number>()
  /** The numbers of a combination's values, by the combination's number. */
  #valuesOf: number[][] = []
  #inOrder: number[] | undefined

  put(slot: number, values: string[]): void {
    if (slot >= this.combinations.length) {
      const wider = new Int32Array(2 * slot)
      wider.set(this.combinations)
      this.combinations = wider
    }
    this.combinations[slot] = this.#combinationOf(values)
  }

  #combinationOf(values: string[]): number {
    const key = values.join('|')
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const number = this.#valuesOf.push(values.map((value) => this.#values.of(value))) - 1
    this.#known.set(key, number)
    this.#inOrder = undefined
    return number
  }

  /** An array in which to count products by combination. */
  tally(): Uint32Array {
    return new Uint32Array(this.#valuesOf.length)
  }

  /** Whether a combination has one of the values, by its number. */
  having(values: string[]): Uint8Array {
    const codes = new Set(values.map((value) => this.#values.known(value)))
    return Uint8Array.from(this.#valuesOf, (own) => Number(own.some((code) => codes.has(code))))
  }

  /** The number of products per value, in the order in which values are listed. */
  counts(tally: Uint32Array, order: (a: string, b: string) => number): FacetCount[] {
    const { texts } = this.#values
    const sums = new Uint32Array(texts.length)
    for (const [number, values] of this.#valuesOf.entries()) {
      for (const code of values) sums[code] = (sums[code] ?? 0) + (tally[number] ?? 0)
    }
    // Comparing names by the rules of a language is slow: they are sorted again only after new ones.
    this.#inOrder ??= [...texts.keys()].sort((a, b) => order(texts[a] ?? '', texts[b] ?? ''))
    return this.#inOrder.flatMap((code) => {
      const count = sums[code] ?? 0
      return count > 0 ? [{ value: texts[code] ?? '', count }] : []
    })
  }
}
