import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreviewSide } from '#lib/desk/uploads.ts'
import { escapeHtml } from '#lib/escape-html.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { loadRender } from '#lib/server/publish/app/build-output.ts'
import { inertPage } from './framed-page.ts'
import type { Preview, UploadSource, TaskSettings } from './task.ts'
import { stageDir } from './upload-files.ts'

type Render = Awaited<ReturnType<typeof loadRender>>

type PreviewRequest = { source: UploadSource; path: string; side?: PreviewSide | undefined }

/**
 * Renders a page of the shop with its own templates, from the database or, for a list, from the draft in which it
 * is applied. There is no session, so the page is what a visitor would see.
 */
export async function renderPreview(
  db: Db,
  render: Render,
  { dataDir, publicUrl, cartGate }: TaskSettings,
  { source, path, side }: PreviewRequest,
): Promise<Preview> {
  const { origin } = publicUrl
  const response = await render(new Request(new URL(path, origin)), {
    catalogue: new Catalogue(db),
    // Whoever publishes a product may see its page, even where visitors have to sign in first.
    productGate: 'open',
    cartGate,
    ...{ db, origin, search: undefined, location: 'All' },
    ...{ flash: undefined, body: undefined, requestId: '' },
  })
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
  // Not finished here: the server finishes the page when it answers with it (dynamic.ts).
  const html = isPage ? await response.text() : ''
  const { status } = response
  if (side === 'now') return { status, html: inertPage(html) }
  const pictures = await readdir(join(stageDir(dataDir, source.id), 'uploads')).catch(() => [])
  const staged = new Set(pictures.map((file) => file.split('-')[0] ?? ''))
  const seen = withStaged(html, source.id, staged)
  return { status, html: side ? inertPage(seen) : markAsPreview(seen, source, path) }
}

/** Pictures that came with the list are served from its own folder, since the shop does not have them yet. */
function withStaged(html: string, id: string, staged: Set<string>): string {
  return html.replace(/\/uploads\/([0-9a-f]{16})-/g, (all, picture: string) =>
    staged.has(picture) ? `/desk/uploads/${id}/pictures/${picture}-` : all,
  )
}

const STYLE = `.preview-bar{position:sticky;top:0;z-index:60;display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:space-between;padding:.625rem 1rem;background:#2b1c00;color:#fff;font-weight:600}.preview-bar a{padding:.625rem .25rem;color:#ffd683;text-decoration:underline}`

/** Marks the page as a preview, for people and for search engines. */
function markAsPreview(html: string, { id, name }: UploadSource, path: string): string {
  const text = escapeHtml(deskListTexts.previewOf(path, name))
  const back = `<a href="/desk/uploads/${id}">${escapeHtml(deskListTexts.previewBack)}</a>`
  const bar = `<aside class="preview-bar" aria-label="${escapeHtml(deskListTexts.preview)}"><span>${text}</span>${back}</aside>`
  return html
    .replace(/<meta name="robots"[^>]*>/, '<meta name="robots" content="noindex, nofollow">')
    .replace(/<link rel="canonical"[^>]*>/, '')
    .replace('</head>', () => `<style>${STYLE}</style></head>`)
    .replace(/<body[^>]*>/, (body) => body + bar)
}
