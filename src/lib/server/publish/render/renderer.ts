import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { BuiltApp } from '#lib/server/publish/app/build-output.ts'
import { type Piece, piecesOf } from '#lib/server/publish/finish-page.ts'
import { toFile } from '#lib/server/publish/files/page-file.ts'
import type { CatalogueCache } from './catalogue-cache.ts'
import { PageParts } from '#lib/server/publish/page-parts.ts'
import {
  type Rendered,
  type RenderSettings,
  readsText,
  type RenderTask,
} from '#lib/server/publish/rendered.ts'
import { fileOf, holdsPage, writePage } from '#lib/server/publish/files/site-files.ts'
import type { CardSnippets } from './card-snippets.ts'
import { writeStreamed } from '#lib/server/publish/files/streamed-file.ts'

/**
 * Renders a batch of pages through the built app and writes those whose bytes differ. The pages share what they
 * read of the catalogue, so neighbours should be in the same batch.
 */
export async function renderBatch(
  db: Db,
  app: BuiltApp,
  settings: RenderSettings,
  tasks: RenderTask[],
  kept: CatalogueCache,
): Promise<Rendered[]> {
  const { snippets } = kept
  const parts = new PageParts(settings.siteDir, tasks[0]?.stamp ?? '')
  const catalogue = await kept.of(parts)
  await catalogue.products.warm(productIds(tasks)).catch((error: unknown) => {
    kept.forget()
    throw error
  })
  const results: Rendered[] = []
  for (const task of tasks) {
    results.push(
      await renderPage({ db, catalogue, parts, snippets }, app, settings, task).catch((error) =>
        failed(task, error),
      ),
    )
  }
  if (results.some(({ status }) => status === 'failed')) kept.forget()
  return [...parts.rendered, ...results]
}

type Batch = { db: Db; catalogue: Catalogue } & Apart

/** What was rendered apart from the pages that contain it. */
type Apart = { parts: PageParts; snippets: CardSnippets }

async function renderPage(
  { db, catalogue, ...apart }: Batch,
  app: BuiltApp,
  { siteDir, origin, productGate, cartGate }: RenderSettings,
  task: RenderTask,
): Promise<Rendered> {
  const { path } = task
  const locals: App.Locals = {
    catalogue,
    db,
    origin,
    productGate,
    cartGate,
    search: undefined,
    location: 'All',
    flash: undefined,
    body: undefined,
    requestId: '',
  }
  const url = new URL(origin + path)
  const { value: page, reads } = await catalogue.recorded(() => render(app, url, locals, apart))
  // A page that redirects has no file either: a list that moved, or one that asks for a sign-in first.
  const isGone = [301, 303, 404, 410].includes(page.status)
  if (isGone && path !== '/404') return { path, status: 'gone' }
  if (page.status !== 200 && path !== '/404') return failed(task, `answered ${page.status}`)
  const { fingerprint, isSame } =
    'pieces' in page
      ? writeWhole(siteDir, task, toFile(page.pieces))
      : await writeStreamed(fileOf(siteDir, path), page.body, task.fingerprint)
  return {
    path,
    status: isSame ? 'unchanged' : 'written',
    fingerprint,
    reads: readsText([...reads, ...page.others]),
  }
}

function writeWhole(siteDir: string, { path, fingerprint: known }: RenderTask, bytes: Buffer) {
  const fingerprint = hash('sha1', bytes, 'base64url')
  const isSame = fingerprint === known && holdsPage(siteDir, path, bytes)
  if (!isSame) writePage(siteDir, path, bytes)
  return { fingerprint, isSame }
}

/** Renders as strings where possible. Only pages are finished; a feed, of tens of megabytes, is given as a stream. */
async function render(app: BuiltApp, url: URL, locals: App.Locals, apart: Apart) {
  const text = await app.plainText(url, locals)
  if (text !== undefined) return { status: 200, ...finished(text, apart) }
  const response = await app.render(new Request(url), locals)
  const { status } = response
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? true
  if (isPage) return { status, ...finished(await response.text(), apart) }
  return { status, body: response.body ?? Readable.from([]), others: [] }
}

function finished(text: string, { parts, snippets }: Apart): { pieces: Piece[]; others: string[] } {
  const pieces = piecesOf(text, (mark) => snippets.byMark(mark) ?? parts.byMark(mark))
  return { pieces, others: parts.writeOthers(pieces) }
}

function productIds(tasks: RenderTask[]): string[] {
  return tasks.flatMap(({ path }) => (path.startsWith('/product/') ? [path.slice(9)] : []))
}

const failed = ({ path }: RenderTask, error: unknown): Rendered => ({
  path,
  status: 'failed',
  reason: String(error),
})
