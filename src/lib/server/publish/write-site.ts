import { availableParallelism } from 'node:os'
import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { type Lease, LeaseLost } from './site/lease.ts'
import { isPart, isPartFile } from './page-parts.ts'
import { announcePages, publishingRank, rankBeside } from './pages.ts'
import { FAILED, type ReadIndex } from './records/read-index.ts'
import { forgetPages, keepPages } from './records/records.ts'
import { namesIn, type Rendered, readsText, type RenderTask } from './rendered.ts'
import { flush, hasPage, removePage } from './files/site-files.ts'

/** What a publish did, as `shop publish` prints it. */
export type Published = {
  rendered: number
  written: number
  unchanged: number
  removed: number
  failed: string[]
  seconds: number
}

export const NOTHING_PUBLISHED: Published = {
  rendered: 0,
  written: 0,
  unchanged: 0,
  removed: 0,
  failed: [],
  seconds: 0,
}

/** The counts of two rounds together. */
export const sumOf = (one: Published, other: Published): Published => ({
  rendered: one.rendered + other.rendered,
  written: one.written + other.written,
  unchanged: one.unchanged + other.unchanged,
  removed: one.removed + other.removed,
  failed: [...one.failed, ...other.failed],
  seconds: one.seconds + other.seconds,
})

/** The folder to write, what its pages read, and who is told of the progress. */
export type Site = {
  db: Kysely<Database>
  siteId: string
  /** Build and address that the pages are made for. */
  stamp: string
  siteDir: string
  lease: Pick<Lease, 'hold'>
  index: ReadIndex
  /** Called when a batch went live. */
  onLive: OnLive | undefined
  onProgress: ((done: number, total: number) => void) | undefined
  /** Told of each part that was rendered with its pages. */
  onPart?: ((part: string) => void) | undefined
}

/** Told of the paths that changed, parts among them, and of the pages that contain these parts. */
export type OnLive = (paths: string[], readers: Iterable<string>) => void

export type OnRendered = (results: Rendered[]) => Promise<void>

/** Threads that render when there is much to do. */
export const THREADS = availableParallelism()
const BATCH = 100
/** Smaller, for pages with two dozen products each. */
const BATCH_OF_LISTS = 25
/**
 * Batches of a whole publish are up to so many times larger: a thread renders the cards that neighbours share
 * once.
 */
const LARGER = 4
/**
 * Pages are recorded after so many. A crash renders again those not yet recorded; still, few and large
 * transactions are better, as each waits for the disk first.
 */
const RECORD_EVERY = 400
/** A whole publish records this many times. */
const RECORDS = 16

/** Renders the `wanted` pages with `render`, records them, and takes the `stale` ones off the site. */
export async function writeSite(
  site: Site,
  { wanted, stale }: { wanted: string[]; stale: string[] },
  render: (batches: AsyncIterable<RenderTask[]>, onDone: OnRendered) => Promise<void>,
): Promise<Published> {
  const { db, index } = site
  const counts = { ...NOTHING_PUBLISHED, failed: [] as string[] }
  const gone = [...stale]
  const changed = new Set<string>()
  let unrecorded: Rendered[] = []
  const atOnce = Math.max(RECORD_EVERY, Math.ceil(wanted.length / RECORDS))
  // Files are flushed before they are recorded: after a power cut nobody looks at recorded ones again (F38).
  const record = async () => {
    const results = unrecorded
    const files = [...changed]
    unrecorded = []
    changed.clear()
    await flush(site.siteDir, files)
    await keepPages(db, site, results)
  }
  const { stamp } = site
  const tasks = wanted.map((path) => ({ path, fingerprint: index.fingerprint(path), stamp }))
  const underWay = new Set<string>()
  const onDone: OnRendered = async (results) => {
    await site.lease.hold()
    for (const { path } of results) underWay.delete(path)
    for (const result of results) {
      // The old file stays, and so do the parts in it.
      if (result.status === 'failed') result.reads = readsText(index.partsOf(result.path))
      count(counts, site, result)
      if (result.status === 'gone' && isThere(site, result.path)) gone.push(result.path)
    }
    const isOther = ({ status }: Rendered) => status === 'written' || status === 'gone'
    const live = results.filter(isOther).map(({ path }) => path)
    for (const result of results.filter(isOther)) {
      changed.add(result.path)
      // Parts that are named after their content are written with the first page that contains them.
      const parts = result.status === 'written' ? namesIn(result.reads).filter(isPartFile) : []
      for (const part of parts) changed.add(part)
    }
    site.onLive?.(live, index.readersOf(live.filter(isPart)))
    site.onProgress?.(counts.rendered, wanted.length)
    unrecorded.push(...results)
    if (unrecorded.length >= atOnce) await record()
  }
  try {
    await render(whileHeld(toBatches(tasks), site.lease, underWay), onDone)
  } catch (error) {
    if (error instanceof LeaseLost && underWay.size > 0) await announcePages(db, underWay)
    throw error
  }
  await site.lease.hold()
  await remove(site, gone)
  for (const path of gone) changed.add(path)
  await record()
  return { ...counts, removed: gone.length }
}

/**
 * Batches in publishing order. None mixes ranks, and all threads share each rank: the product that an editor
 * changed is live before the lists that show it, and feed and sitemaps delay nothing. If the pages are few and
 * a product comes first, its page is a batch of its own; other products, which mostly just show its card, come
 * after lists and home.
 */
function toBatches(tasks: RenderTask[]): RenderTask[][] {
  const batches: RenderTask[][] = []
  const [named] = tasks.length <= BATCH ? tasks : []
  const first = named && publishingRank(named.path) === 0 ? named : undefined
  if (first) batches.push([first])
  const others = first ? tasks.slice(1) : tasks
  const rankOf = ({ path }: RenderTask) => (first ? rankBeside(path) : publishingRank(path))
  const ranks = Map.groupBy(others, rankOf)
  for (const [rank, some] of [...ranks].sort(([a], [b]) => a - b)) {
    const each = Math.ceil(some.length / THREADS)
    const least = Math.min(rank === 0 ? BATCH : BATCH_OF_LISTS, each)
    // An eighth of each thread's share, so that all threads end together.
    const size = Math.min(Math.max(least, Math.ceil(each / 8)), LARGER * least)
    for (let at = 0; at < some.length; at += size) batches.push(some.slice(at, at + size))
  }
  return batches
}

/**
 * Yields each batch when its turn comes, and notes that it is under way.
 * @throws {LeaseLost} when the folder is another's by then
 */
async function* whileHeld(
  batches: RenderTask[][],
  lease: Site['lease'],
  underWay: Set<string>,
): AsyncGenerator<RenderTask[]> {
  for (const batch of batches) {
    await lease.hold()
    for (const { path } of batch) underWay.add(path)
    yield batch
  }
}

function count(counts: Published, { index, stamp, onPart }: Site, result: Rendered): void {
  if (isPart(result.path)) {
    onPart?.(result.path)
    if ('fingerprint' in result)
      index.set(result.path, namesIn(result.reads), result.fingerprint, stamp)
    return
  }
  counts.rendered++
  if (result.status === 'failed') {
    counts.failed.push(`${result.path}: ${result.reason}`)
    index.set(result.path, namesIn(result.reads ?? ''), FAILED, stamp)
  } else if (result.status !== 'gone') {
    counts[result.status]++
    index.set(result.path, namesIn(result.reads), result.fingerprint, stamp)
  }
}

/** Whether the page is on the site, even if a crash kept it from being recorded. */
function isThere({ index, siteDir }: Site, path: string): boolean {
  return index.fingerprint(path) !== undefined || hasPage(siteDir, path)
}

/** Removals come last: a page goes when no live page links to it any more. */
async function remove({ db, siteId, siteDir, index, onLive }: Site, paths: string[]) {
  for (const path of paths) {
    await removePage(siteDir, path)
    index.delete(path)
  }
  onLive?.(paths, [])
  await forgetPages(db, siteId, paths)
}
