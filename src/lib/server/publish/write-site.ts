import { PageQueue } from './page-queue.ts'
import { announcePages } from './pages.ts'
import type { Published, Site } from './published.ts'
import type { Rendered, RenderTask } from './rendered.ts'
import { LeaseLost } from './site/lease.ts'
import { WrittenPages } from './written-pages.ts'

export type OnRendered = (results: Rendered[]) => Promise<void>

/** Renders the `wanted` pages with `render`, records them, and takes the `stale` ones off the site. */
export async function writeSite(
  site: Site,
  { wanted, stale }: { wanted: string[]; stale: string[] },
  render: (batches: AsyncIterable<RenderTask[]>, onDone: OnRendered) => Promise<void>,
): Promise<Published> {
  const { index, stamp, changes, lease } = site
  const queue = new PageQueue(wanted)
  const written = new WrittenPages(site, { wanted: wanted.length, stale })
  const onDone: OnRendered = async (results) => {
    await lease.hold()
    const old = queue.done(results)
    await written.add(results, new Set(old))
    if (old.length > 0 && changes)
      queue.putFirst(await written.between(() => changes.pagesFor(old)))
  }
  /** Gives the next batch, after the pages that were changed meanwhile. */
  const next = async () => {
    await lease.hold()
    const names = await changes?.look()
    if (changes && names) {
      // First: what ends while the pages are looked for is then found to be old by itself.
      queue.note(names)
      queue.putFirst(await written.between(() => changes.pagesOf(names)))
    }
    return queue.take()?.map((path) => ({ path, fingerprint: index.fingerprint(path), stamp }))
  }
  try {
    // A thread that finds nothing waiting ends the turn of all; pages of another one may turn out old after that.
    do await render(inTurn(next), onDone)
    while (queue.isWaiting)
  } catch (error) {
    const { underWay } = queue
    if (error instanceof LeaseLost && underWay.size > 0) await announcePages(site.db, underWay)
    throw error
  }
  await lease.hold()
  return written.end()
}

/** Yields each batch when its turn comes. */
async function* inTurn(
  next: () => Promise<RenderTask[] | undefined>,
): AsyncGenerator<RenderTask[]> {
  for (let batch = await next(); batch; batch = await next()) yield batch
}
