import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { changedNames, latestVersion } from './changes.ts'
import { loadCategoryNames, loadDocuments, loadDocumentsOf, loadIdsIn } from './search-documents.ts'
import { SearchIndex } from './search-index.ts'
import { Shelf } from './shelf.ts'
import { toQueryWords } from './search-words.ts'
import { loadSynonyms, Synonyms } from './synonyms.ts'

type Db = Kysely<Database>

/** How many hits of one search are kept (A04: each query has a limit). */
const MAX_HITS = 1000

/** Words offered where nothing is found. */
const MAX_NEAR_WORDS = 5

/** Products brought up to date at a time, so that other requests get their turn in between. */
const SLICE = 200

/** Answers that are kept until something changes. */
const MOST_KNOWN = 100

/** From this many changed products on, a new index is made beside the old one. */
const REBUILD_FROM = 5000

/**
 * Search over the products on sale, in this process. It holds words, ids and what lists are filtered by, no
 * products; whoever shows the hits loads them, and leaves out what was withdrawn since.
 */
export class Search {
  #index: SearchIndex
  #shelf: Shelf
  #categoryNames: Map<string, string>
  #version: number
  #refreshing: Promise<void> | undefined
  /** Answers of before: one page asks for its products, its brands and what other filters would leave. */
  #known = new Map<string, string[]>()

  private constructor(state: SearchState) {
    this.#index = state.index
    this.#shelf = state.shelf
    this.#categoryNames = state.categoryNames
    this.#version = state.version
  }

  /** By which the products are filtered, counted and put in order. */
  get shelf(): Shelf {
    return this.#shelf
  }

  /** Reads the whole catalogue, in slices that hold up nobody. */
  static async build(db: Db): Promise<Search> {
    return new Search(await buildState(db))
  }

  /**
   * Ids of at most `limit` products, the best match first. Only the first eight words of the first
   * hundred characters count (A04); a text without words finds nothing.
   */
  find(text: string, limit = MAX_HITS): string[] {
    const words = toQueryWords(text)
    const key = `${limit} ${words.join(' ')}`
    const known = this.#known.get(key)
    if (known) return known
    const found = this.#index.find(words, limit)
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(key, found)
    return found
  }

  /** Words of the shop that are like those of a text that finds nothing. */
  nearWords(text: string): string[] {
    return this.#index.nearWords(toQueryWords(text), MAX_NEAR_WORDS)
  }

  /** Takes in what was committed since the last time; one small query when that is nothing. */
  refresh(db: Db): Promise<void> {
    this.#refreshing ??= this.#refresh(db).finally(() => (this.#refreshing = undefined))
    return this.#refreshing
  }

  async #refresh(db: Db): Promise<void> {
    const version = await latestVersion(db)
    if (version === this.#version) return
    const changes = await changedNames(db, this.#version, version)
    if (!changes) return this.#adopt(await buildState(db))
    if (changes.has('synonyms')) this.#index.synonyms = new Synonyms(await loadSynonyms(db))
    const hasCategories = changes.has('categories')
    const categoryNames = hasCategories ? await loadCategoryNames(db) : this.#categoryNames
    const ids = await this.#changedIds(db, changes, categoryNames)
    if (ids.length >= REBUILD_FROM || this.#index.isWorn) return this.#adopt(await buildState(db))
    for (let first = 0; first < ids.length; first += SLICE) {
      const slice = ids.slice(first, first + SLICE)
      const { documents, products } = await loadDocumentsOf(db, slice, categoryNames)
      this.#index.replace(slice, documents)
      this.#shelf.remove(slice)
      this.#shelf.put(products)
      this.#known.clear()
      await nextTurn()
    }
    this.#adopt({ index: this.#index, shelf: this.#shelf, categoryNames, version })
  }

  /** Products named by the changes, and those whose category has another name now. */
  async #changedIds(
    db: Db,
    changes: Set<string>,
    categoryNames: Map<string, string>,
  ): Promise<string[]> {
    const named = [...changes].filter((name) => name.startsWith('product:'))
    const ids = new Set(named.map((name) => name.slice('product:'.length)))
    const renamed = [...categoryNames].filter(([id, name]) => this.#categoryNames.get(id) !== name)
    if (renamed.length === 0) return [...ids]
    return [
      ...ids.union(
        new Set(
          await loadIdsIn(
            db,
            renamed.map(([id]) => id),
          ),
        ),
      ),
    ]
  }

  #adopt({ index, shelf, categoryNames, version }: SearchState): void {
    this.#known.clear()
    this.#index = index
    this.#shelf = shelf
    this.#categoryNames = categoryNames
    this.#version = version
  }
}

type SearchState = {
  index: SearchIndex
  shelf: Shelf
  categoryNames: Map<string, string>
  version: number
}

async function buildState(db: Db): Promise<SearchState> {
  // The version first: what is committed while the rows are read is taken in again by a refresh.
  const version = await latestVersion(db)
  const categoryNames = await loadCategoryNames(db)
  const index = new SearchIndex()
  index.synonyms = new Synonyms(await loadSynonyms(db))
  const shelf = new Shelf()
  for await (const { documents, products } of loadDocuments(db, categoryNames)) {
    index.add(documents)
    shelf.put(products)
    await nextTurn()
  }
  return { index, shelf, categoryNames, version }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
