import { availableParallelism } from 'node:os'
import { isMadeLast, publishingRank, rankBeside } from './pages.ts'
import { namesIn, type Rendered } from './rendered.ts'

/** Threads that render when there is much to do. */
export const THREADS = availableParallelism()
/** More pages than an edit touches. */
export const MANY = 200
const BATCH = 100
/** Smaller, for pages with two dozen products each. */
const BATCH_OF_LISTS = 25
/**
 * Batches of a whole publish are up to so many times larger: a thread renders the cards that neighbours share
 * once.
 */
const LARGER = 4

/** The pages of a publish that wait for a thread, in publishing order, and those that threads are rendering. */
export class PageQueue {
  #waiting: string[][]
  /** Pages under way, each with the names that have changed since its batch was taken. */
  #underWay = new Map<string, Set<string>>()
  /** Pages under way that must be rendered again afterwards. */
  #again = new Set<string>()

  constructor(paths: string[]) {
    this.#waiting = toBatches(paths)
  }

  /** Takes the next batch, which is under way from then on; undefined when none waits. */
  take(): string[] | undefined {
    const batch = this.#waiting.shift()
    const changed = new Set<string>()
    for (const path of batch ?? []) this.#underWay.set(path, changed)
    return batch
  }

  get underWay(): ReadonlySet<string> {
    return new Set(this.#underWay.keys())
  }

  /** Notes that these names have changed: pages under way may have read them before. */
  note(names: ReadonlySet<string>): void {
    for (const changed of new Set(this.#underWay.values())) {
      for (const name of names) changed.add(name)
    }
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Has the pages rendered next, but feed and sitemaps last. Those under way follow once they are done: two threads never write one page. */
  putFirst(paths: string[]): void {
    const first = new Set<string>()
    for (const path of paths) (this.#underWay.has(path) ? this.#again : first).add(path)
    if (first.size === 0) return
    const others = this.#waiting.map((batch) => batch.filter((path) => !first.has(path)))
    const { true: last = [], false: next = [] } = Object.groupBy(
      first,
      (path) => `${isMadeLast(path)}`,
    )
    this.#waiting = [...toBatches(next), ...others, ...toBatches(last)].filter(isFilled)
  }

  /**
   * Notes that a batch is rendered.
   * @returns those of its pages and parts that may show what has changed meanwhile as it was before
   */
  done(results: Rendered[]): string[] {
    const changed = new Set<string>()
    for (const { path } of results) {
      for (const name of this.#underWay.get(path) ?? []) changed.add(name)
      this.#underWay.delete(path)
    }
    const isOld = (result: Rendered) =>
      changed.size > 0 &&
      'reads' in result &&
      namesIn(result.reads).some((name) => changed.has(name))
    return results.flatMap((result) =>
      this.#again.delete(result.path) || isOld(result) ? [result.path] : [],
    )
  }
}

const isFilled = (batch: string[]) => batch.length > 0

/**
 * Batches in publishing order. None mixes ranks, and all threads share each rank: the product that an editor
 * changed is live before the lists that show it, and feed and sitemaps delay nothing. If the pages are few and
 * a product comes first, its page is a batch of its own; other products, which mostly just show its card, come
 * after lists and home.
 */
function toBatches(paths: string[]): string[][] {
  const batches: string[][] = []
  const [named] = paths.length <= BATCH ? paths : []
  const first = named !== undefined && publishingRank(named) === 0 ? named : undefined
  if (first !== undefined) batches.push([first])
  const others = first === undefined ? paths : paths.slice(1)
  const ranks = Map.groupBy(others, first === undefined ? publishingRank : rankBeside)
  for (const [rank, some] of [...ranks].sort(([a], [b]) => a - b)) {
    const each = Math.ceil(some.length / THREADS)
    const least = Math.min(rank === 0 ? BATCH : BATCH_OF_LISTS, each)
    // An eighth of each thread's share, so that all threads end together.
    const size = Math.min(Math.max(least, Math.ceil(each / 8)), LARGER * least)
    for (let at = 0; at < some.length; at += size) batches.push(some.slice(at, at + size))
  }
  return batches
}
