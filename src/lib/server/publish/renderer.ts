import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Database } from '#lib/server/database/schema.ts'
import type { BuiltApp } from './build-output.ts'
import { finishPage } from './finish-page.ts'
import { holdsPage, writePage } from './site-files.ts'

/** A page to render, with the fingerprint of what lies on disk, if anything does. */
export type Task = { path: string; fingerprint: string | undefined }

export type Rendered =
  | { path: string; status: 'written' | 'unchanged'; fingerprint: string; reads: string[] }
  | { path: string; status: 'gone' }
  | { path: string; status: 'failed'; reason: string }

/** What a renderer needs to know of the shop. */
export type RenderSettings = {
  siteDir: string
  origin: string
  productGate: 'open' | 'redirect'
}

/**
 * Renders a batch of pages through the built app and writes those whose bytes differ. The reads of
 * the catalogue are shared by the batch, so pages that stand side by side should come together.
 */
export async function renderBatch(
  db: Kysely<Database>,
  app: BuiltApp,
  settings: RenderSettings,
  tasks: Task[],
): Promise<Rendered[]> {
  const catalogue = new Catalogue(db)
  await catalogue.warm(productIds(tasks))
  const results: Rendered[] = []
  for (const task of tasks) {
    results.push(
      await renderPage(db, catalogue, app, settings, task).catch((error) => failed(task, error)),
    )
  }
  return results
}

async function renderPage(
  db: Kysely<Database>,
  catalogue: Catalogue,
  app: BuiltApp,
  { siteDir, origin, productGate }: RenderSettings,
  task: Task,
): Promise<Rendered> {
  const { path } = task
  const locals: App.Locals = {
    catalogue,
    db,
    origin,
    productGate,
    search: undefined,
    location: 'All',
    flash: undefined,
    body: undefined,
    requestId: '',
  }
  const url = new URL(origin + path)
  const { value: page, reads } = await catalogue.recorded(() => render(app, url, locals))
  // A page that leads elsewhere is no file either: a listing that moved, or a sign-in first.
  const isGone = [301, 303, 404, 410].includes(page.status)
  if (isGone && path !== '/404') return { path, status: 'gone' }
  if (page.status !== 200 && path !== '/404') return failed(task, `answered ${page.status}`)
  const { bytes } = page
  const fingerprint = hash('sha1', bytes, 'base64url')
  const isSame = fingerprint === task.fingerprint && holdsPage(siteDir, path, bytes)
  if (!isSame) writePage(siteDir, path, bytes)
  return { path, status: isSame ? 'unchanged' : 'written', fingerprint, reads: [...reads] }
}

/** As strings where that can be. Only pages are finished: a feed has tens of megabytes to decode. */
async function render(app: BuiltApp, url: URL, locals: App.Locals) {
  const text = await app.plainText(url, locals)
  if (text !== undefined) return { status: 200, bytes: Buffer.from(finishPage(text)) }
  const response = await app.render(new Request(url), locals)
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? true
  const bytes = isPage
    ? Buffer.from(finishPage(await response.text()))
    : Buffer.from(await response.arrayBuffer())
  return { status: response.status, bytes }
}

function productIds(tasks: Task[]): string[] {
  return tasks.flatMap(({ path }) => (path.startsWith('/product/') ? [path.slice(9)] : []))
}

const failed = ({ path }: Task, error: unknown): Rendered => ({
  path,
  status: 'failed',
  reason: String(error),
})
