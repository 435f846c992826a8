/** So many are looked through as fast as a set finds one. */
const FEW = 32

/** What so many read, as the shop's name, nearly all do: these are looked up in the pages. */
const MANY = 2000

/**
 * A name, in the one copy that all pages share, and the pages that read it. Of most names these are one or a
 * dozen, of some all: as sets they would take half of what a large shop's server has in memory of its pages.
 */
export class Readers {
  readonly name: string
  #paths: string | string[] | Set<string> | undefined = []
  #count = 0

  constructor(name: string) {
    this.name = name
  }

  /** How many there are. */
  get count(): number {
    return this.#count
  }

  /** Undefined where they are too many to be kept. */
  get paths(): Iterable<string> | undefined {
    return typeof this.#paths === 'string' ? [this.#paths] : this.#paths
  }

  /** To be told once of each read of a page. */
  add(path: string): void {
    this.#count++
    const known = this.#paths
    if (known === undefined) return
    if (typeof known === 'string') this.#paths = known === path ? known : [known, path]
    else if (known instanceof Set) {
      if (known.add(path).size > MANY) this.#paths = undefined
    } else if (known.length === 0) this.#paths = path
    else if (!known.includes(path)) {
      known.push(path)
      if (known.length > FEW) this.#paths = new Set(known)
    }
  }

  /** To be told of each read that was added. */
  delete(path: string): void {
    this.#count--
    const known = this.#paths
    if (known === path) this.#paths = []
    else if (known instanceof Set) known.delete(path)
    else if (Array.isArray(known)) {
      const at = known.indexOf(path)
      if (at >= 0) known.splice(at, 1)
    }
  }
}
