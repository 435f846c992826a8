/** What is known about pages in countries, for one version of the catalogue; at most `mostKept` entries. */
export class CountryCache<Known> {
  #known = new Map<string, Known>()
  #version = 0
  #mostKept: number

  constructor(mostKept: number) {
    this.#mostKept = mostKept
  }

  find(version: number, path: string, country: string): Known | undefined {
    this.#begin(version)
    return this.#known.get(keyOf(path, country))
  }

  /** Keeps what was found out for a version, unless a later one has begun meanwhile. */
  keep(version: number, path: string, country: string, known: Known): void {
    this.#begin(version)
    if (version !== this.#version) return
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= this.#mostKept) this.#known.delete(oldest)
    this.#known.set(keyOf(path, country), known)
  }

  /** Takes back what turned out to be of no use. */
  drop(path: string, country: string, known: Known): void {
    const key = keyOf(path, country)
    if (this.#known.get(key) === known) this.#known.delete(key)
  }

  #begin(version: number): void {
    if (version <= this.#version) return
    this.#known.clear()
    this.#version = version
  }
}

const keyOf = (path: string, country: string) => `${country} ${path}`
