import type { FacetCount } from '#lib/catalogue/facets.ts'

/** Numbers texts, and knows them again. */
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

  /** -1 for a text that nothing has. */
  known(text: string): number {
    return this.#codes.get(text) ?? -1
  }
}

/**
 * What products have of one facet. Each combination of values is one number, such as the packs of a
 * product, so that a pass counts one number a product whatever it comes in.
 */
export class FacetColumn {
  /** By place of the product: the number of its combination. */
  combinations = new Int32Array(1024)
  #values = new Codes()
  #known = new Map<string, number>()
  /** By number of a combination: the numbers of its values. */
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

  /** Room to count products by combination. */
  tally(): Uint32Array {
    return new Uint32Array(this.#valuesOf.length)
  }

  /** By number of a combination: whether it has one of the values. */
  having(values: string[]): Uint8Array {
    const codes = new Set(values.map((value) => this.#values.known(value)))
    return Uint8Array.from(this.#valuesOf, (own) => Number(own.some((code) => codes.has(code))))
  }

  /** Products by value, in the order in which values stand below each other. */
  counts(tally: Uint32Array, order: (a: string, b: string) => number): FacetCount[] {
    const { texts } = this.#values
    const sums = new Uint32Array(texts.length)
    for (const [number, values] of this.#valuesOf.entries()) {
      for (const code of values) sums[code] = (sums[code] ?? 0) + (tally[number] ?? 0)
    }
    // Comparing names as a language does is slow: it is done once for each new one.
    this.#inOrder ??= [...texts.keys()].sort((a, b) => order(texts[a] ?? '', texts[b] ?? ''))
    return this.#inOrder.flatMap((code) => {
      const count = sums[code] ?? 0
      return count > 0 ? [{ value: texts[code] ?? '', count }] : []
    })
  }
}
