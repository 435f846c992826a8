import { gunzipSync, gzipSync } from 'node:zlib'
import { feedItems } from '#lib/seo/merchant-feed.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { changedNames, latestVersion } from './changes.ts'
import { loadFeedProducts } from './feed-products.ts'

/** Products per part: an edit makes one part anew, in a few milliseconds. */
const PART = 250

/** The items of the feed as bytes, part by part in the order of the products. */
export type FeedParts = AsyncIterable<Uint8Array>

/** Parts are kept gzipped: that is a tenth of the tens of megabytes of a large shop's feed. */
type Kept = { origin: string; version: number; parts: Map<number, Uint8Array> }
const KEPT = { level: 1 }

/** The parts of each database; every rendering thread keeps its own. */
const kept = new WeakMap<Db, Kept>()

/**
 * Renders the items of the merchant feed. Parts are kept, and only those are made anew in which a product has
 * changed since, as announced in catalogue/changes.ts.
 */
export async function* feedPartsOf(db: Db, origin: string): AsyncGenerator<Uint8Array> {
  // Read first: whatever changes from here on is announced with a later version.
  const version = await latestVersion(db)
  const known = kept.get(db)
  const before = known?.origin === origin ? known : undefined
  const stale = before && (await staleParts(db, before.version, version))
  const fresh = new Map(stale ? before?.parts : [])
  for (const part of stale ?? []) fresh.delete(part)
  const parts = new Map<number, Uint8Array>()
  const numbers = stale ? new Set([...fresh.keys(), ...stale]) : await allParts(db)
  for (const part of [...numbers].sort((a, b) => a - b)) {
    const packed = fresh.get(part)
    const bytes = packed ? gunzipSync(packed) : await makePart(db, origin, part)
    parts.set(part, packed ?? gzipSync(bytes, KEPT))
    yield bytes
  }
  // Not reached if the reader stops on the way: then the parts kept before stay.
  kept.set(db, { origin, version, parts })
}

async function makePart(db: Db, origin: string, part: number): Promise<Buffer> {
  const products = await loadFeedProducts(db, part * PART, (part + 1) * PART)
  return Buffer.from(products.map((product) => feedItems(origin, product)).join(''))
}

/** Parts in which a product changed; undefined when that is not known, or when all may have changed. */
async function staleParts(db: Db, from: number, to: number): Promise<Set<number> | undefined> {
  if (from === to) return new Set()
  const names = await changedNames(db, from, to)
  if (!names || names.has('categories')) return undefined
  const ids = [...names].flatMap((name) => (name.startsWith('product:') ? [name.slice(8)] : []))
  if (ids.length > PART) return undefined
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('product').select('number').where('id', 'in', ids).execute()
  // The part of a product without a row is unknown: its item would stay in the feed.
  if (rows.length !== ids.length) return undefined
  return new Set(rows.map((row) => Math.floor(row.number / PART)))
}

async function allParts(db: Db): Promise<number[]> {
  const { last } = await db
    .selectFrom('product')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? [] : Array.from({ length: Math.floor(last / PART) + 1 }, (_, n) => n)
}
