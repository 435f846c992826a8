import type { Answer } from './answer.ts'

/** Pages that are kept, of all countries together. */
const MOST_KEPT = 100

/** Pages as they are in the countries where they differ from the published ones, of one version of the catalogue. */
export class LocatedPages {
  #pages = new Map<string, Answer>()
  #version = 0

  find(version: number, path: string, country: string): Answer | undefined {
    this.#begin(version)
    return this.#pages.get(keyOf(path, country))
  }

  /** What was rendered after the catalogue had gone on is not kept as of before. */
  keep(version: number, path: string, country: string, answer: Answer): void {
    this.#begin(version)
    if (version !== this.#version) return
    const [oldest] = this.#pages.keys()
    if (oldest !== undefined && this.#pages.size >= MOST_KEPT) this.#pages.delete(oldest)
    this.#pages.set(keyOf(path, country), answer)
  }

  #begin(version: number): void {
    if (version <= this.#version) return
    this.#pages.clear()
    this.#version = version
  }
}

const keyOf = (path: string, country: string) => `${country} ${path}`
