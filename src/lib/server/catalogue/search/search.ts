import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { changedNames, latestVersion } from '#lib/server/catalogue/changes.ts'
import { loadCategoryNames, loadDocuments, loadDocumentsOf, loadIdsIn } from './search-documents.ts'
import { SearchIndex } from './search-index.ts'
import { FacetIndex } from '#lib/server/catalogue/facet-index/facet-index.ts'
import { toQueryWords } from './search-words.ts'
import { loadSynonyms, Synonyms } from './synonyms.ts'

type Db = Kysely<Database>

/** Words offered where nothing is found. */
const MAX_NEAR_WORDS = 5

/** Products brought up to date at a time, so that other requests get their turn in between. */
const SLICE = 200

/** Answers that are kept until something changes. */
const MAX_KNOWN = 50

/** From this many changed products on, a new index is made beside the old one. */
const REBUILD_FROM = 5000

/**
 * Search over the products on sale, in this process. It holds words, ids and what lists are filtered by, no
 * products; whoever shows the hits loads them, and leaves out what was withdrawn since.
 */
export class Search {
  #refreshing: Promise<void> | undefined
  /** Answers of before: one page asks for its products, its brands and what other filters would leave. */
  #known = new Map<string, Int32Array>()
  #state: SearchState

  private constructor(state: SearchState) {
    this.#state = state
  }

  /** By which the products are filtered, counted and put in order. */
  get facetIndex(): FacetIndex {
    return this.#state.facetIndex
  }

  /** Up to which change of the catalogue it knows. */
  get version(): number {
    return this.#state.version
  }

  /** Reads the whole catalogue, in slices that hold up nobody. */
  static async build(db: Db): Promise<Search> {
    return new Search(await buildState(db))
  }

  /** Ids of at most `limit` products, the best match first. */
  find(text: string, limit?: number): string[] {
    return this.facetIndex.idsOf(this.hits(text).subarray(0, limit))
  }

  /**
   * Places in the facet index of all products that match, the best first. Only the first eight words of the first
   * hundred characters count (A04); a text without words finds nothing.
   */
  hits(text: string): Int32Array {
    const words = toQueryWords(text)
    const key = words.join(' ')
    const known = this.#known.get(key)
    if (known) return known
    const { index, slots } = this.#state
    const found = index.hits(words)
    for (let at = 0; at < found.length; at++) found[at] = slots[found[at] ?? 0] ?? 0
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(key, found)
    return found
  }

  /** Words of the shop that are like those of a text that finds nothing. */
  nearWords(text: string): string[] {
    return this.#state.index.nearWords(toQueryWords(text), MAX_NEAR_WORDS)
  }

  /** Takes in what was committed since the last time; one small query when that is nothing. */
  refresh(db: Db): Promise<void> {
    this.#refreshing ??= this.#refresh(db).finally(() => (this.#refreshing = undefined))
    return this.#refreshing
  }

  async #refresh(db: Db): Promise<void> {
    const state = this.#state
    const version = await latestVersion(db)
    if (version === state.version) return
    const changes = await changedNames(db, state.version, version)
    if (!changes) return this.#adopt(await buildState(db))
    if (changes.has('synonyms')) state.index.synonyms = new Synonyms(await loadSynonyms(db))
    const hasCategories = changes.has('categories')
    const categoryNames = hasCategories ? await loadCategoryNames(db) : state.categoryNames
    const ids = await this.#changedIds(db, changes, categoryNames)
    if (ids.length >= REBUILD_FROM || state.index.needsRebuild)
      return this.#adopt(await buildState(db))
    for (let first = 0; first < ids.length; first += SLICE) {
      const slice = ids.slice(first, first + SLICE)
      const { documents, products } = await loadDocumentsOf(db, slice, categoryNames)
      const onSale = new Set(products.map(({ id }) => id))
      state.index.replace(slice, documents)
      state.facetIndex.remove(slice.filter((id) => !onSale.has(id)))
      state.slots.push(...state.facetIndex.put(products))
      this.#known.clear()
      await nextTurn()
    }
    this.#adopt({ ...state, categoryNames, version })
  }

  /** Products named by the changes, and those whose category has another name now. */
  async #changedIds(
    db: Db,
    changes: Set<string>,
    categoryNames: Map<string, string>,
  ): Promise<string[]> {
    const named = [...changes].filter((name) => name.startsWith('product:'))
    const ids = named.map((name) => name.slice('product:'.length))
    const before = this.#state.categoryNames
    const renamed = [...categoryNames].filter(([id, name]) => before.get(id) !== name)
    if (renamed.length === 0) return ids
    const inRenamed = await loadIdsIn(
      db,
      renamed.map(([id]) => id),
    )
    return [...new Set([...ids, ...inRenamed])]
  }

  #adopt(state: SearchState): void {
    this.#known.clear()
    this.#state = state
  }
}

type SearchState = {
  index: SearchIndex
  facetIndex: FacetIndex
  /** Where a product of the index stands in the facet index, by its number there. */
  slots: number[]
  categoryNames: Map<string, string>
  version: number
}

async function buildState(db: Db): Promise<SearchState> {
  // The version first: what is committed while the rows are read is taken in again by a refresh.
  const version = await latestVersion(db)
  const categoryNames = await loadCategoryNames(db)
  const index = new SearchIndex()
  index.synonyms = new Synonyms(await loadSynonyms(db))
  const facetIndex = new FacetIndex()
  const slots: number[] = []
  for await (const { documents, products } of loadDocuments(db, categoryNames)) {
    index.add(documents)
    slots.push(...facetIndex.put(products))
    await nextTurn()
  }
  return { index, facetIndex, slots, categoryNames, version }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
