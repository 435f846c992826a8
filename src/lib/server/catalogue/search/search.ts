import type { Db } from '#lib/server/database/schema.ts'
import { changedNames, latestVersion } from '#lib/server/catalogue/changes.ts'
import { loadCategoryNames, loadDocuments, loadDocumentsOf, loadIdsIn } from './search-documents.ts'
import { SearchIndex } from './search-index.ts'
import { FacetIndex } from '#lib/server/catalogue/facet-index/facet-index.ts'
import { toQueryWords } from './search-words.ts'
import { loadSynonyms, Synonyms } from './synonyms.ts'

/** The most words offered when nothing is found. */
const MAX_NEAR_WORDS = 5

/** Products updated at a time, so that other requests get their turn in between. */
const SLICE = 200

/** The most answers that are kept until something changes. */
const MAX_KNOWN = 50

/** With this many changed products or more, a new index is made beside the old one. */
const REBUILD_FROM = 5000

/**
 * Search over the products on sale, in this process. It holds words, ids and what lists are filtered by, but no
 * products: whoever shows the hits loads them, and leaves out those withdrawn since.
 */
export class Search {
  #refreshing: Promise<void> | undefined
  /** Earlier answers: one page asks for its products, for its brands, and for what other filters would leave. */
  #known = new Map<string, Int32Array>()
  #state: SearchState

  private constructor(state: SearchState) {
    this.#state = state
  }

  /** The index by which products are filtered, counted and sorted. */
  get facetIndex(): FacetIndex {
    return this.#state.facetIndex
  }

  /** The version of the catalogue up to which it knows all changes. */
  get version(): number {
    return this.#state.version
  }

  /** Reads the whole catalogue, in slices that hold nobody up. */
  static async build(db: Db): Promise<Search> {
    return new Search(await buildState(db))
  }

  /** Ids of at most `limit` products, the best match first. */
  find(text: string, limit?: number): string[] {
    return this.facetIndex.idsOf(this.hits(text).subarray(0, limit))
  }

  /**
   * Places in the facet index of all products that match, best first. Only the first eight words of the first
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

  /** Words of the shop that resemble those of a text which finds nothing. */
  nearWords(text: string): string[] {
    return this.#state.index.nearWords(toQueryWords(text), MAX_NEAR_WORDS)
  }

  /** Takes in what was committed since the last time; costs one small query if there is nothing. */
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

  /** Ids of products named by the changes, and of those whose category was renamed. */
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
  /** The places of products in the facet index, by their numbers in the search index. */
  slots: number[]
  categoryNames: Map<string, string>
  version: number
}

async function buildState(db: Db): Promise<SearchState> {
  // Read first: whatever is committed while the rows are read is taken in again by a refresh.
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
