/** Up to so many paths, searching an array is as fast as a set. */
const FEW = 32

/**
 * Readers beyond this number are not kept. Nearly all pages read such a name, e.g. the shop's: it is searched
 * for in the pages.
 */
const MANY = 2000

/**
 * A name, as one string that all pages share, and the pages that read it: one or a dozen for most names, all
 * for some. As sets they would take half of the memory that a large shop's server needs for what it knows of
 * its pages.
 */
export class Readers {
  readonly name: string
  #paths: string | string[] | Set<string> | undefined = []
  #count = 0

  constructor(name: string) {
    this.name = name
  }

  /** How many pages read the name. */
  get count(): number {
    return this.#count
  }

  /** The pages that read the name; undefined where they are too many to be kept. */
  get paths(): Iterable<string> | undefined {
    return typeof this.#paths === 'string' ? [this.#paths] : this.#paths
  }

  /** Must be called once for each read of a page. */
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

  /** Must be called for each added read that a page has no more. */
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
