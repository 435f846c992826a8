import { feedItems } from '#lib/seo/merchant-feed.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { changedNames, latestVersion } from './changes.ts'
import { loadFeedProducts } from './feed-products.ts'

/** Products in one part: an edit makes one part anew, in a few milliseconds. */
const PART = 1000

/** The items of the feed as bytes, in the order of the products. */
export type FeedParts = Uint8Array<ArrayBuffer>[]

type Kept = { origin: string; version: number; parts: Map<number, Uint8Array<ArrayBuffer>> }

/** By database; every thread that renders keeps its own. */
const kept = new WeakMap<Db, Kept>()

/**
 * Renders the items of the merchant feed, of which only those parts are made anew that changed since
 * this process made them last: what changed is what was announced since (catalogue/changes.ts).
 */
export async function feedPartsOf(db: Db, origin: string): Promise<FeedParts> {
  // Read first: what changes from here on is announced with a later version.
  const version = await latestVersion(db)
  const known = kept.get(db)
  const before = known?.origin === origin ? known : undefined
  const stale = before && (await staleParts(db, before.version, version))
  const parts = new Map(stale ? before?.parts : [])
  for (const part of stale ?? (await allParts(db))) {
    const products = await loadFeedProducts(db, part * PART, (part + 1) * PART)
    parts.set(part, encode(products.map((product) => feedItems(origin, product)).join('')))
  }
  kept.set(db, { origin, version, parts })
  return [...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)
}

const encoder = new TextEncoder()
const encode = (text: string) => encoder.encode(text)

/** Parts of which a product changed; undefined when that is not known, or all may have. */
async function staleParts(db: Db, from: number, to: number): Promise<Set<number> | undefined> {
  if (from === to) return new Set()
  const names = await changedNames(db, from, to)
  if (!names || names.has('categories')) return undefined
  const ids = [...names].flatMap((name) => (name.startsWith('product:') ? [name.slice(8)] : []))
  if (ids.length > PART) return undefined
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('product').select('number').where('id', 'in', ids).execute()
  // A product without a row would leave its item behind.
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
