import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CLIENT_DIR, entryScript, islandScripts } from './app/build-output.ts'
import { withModules } from './app/module-loader.ts'
import { hydrationAt, withoutRest } from './hydration-scripts.ts'

/** A text that many pages share: kept pages contain its name instead of its bytes. */
export type Shared = { name: string; html: string }

/** A piece of a page: its own text or bytes, or a text that it shares. */
export type Piece = string | Buffer | Shared

/** A part that pages contain, and the scripts that its islands and modules need at their end. */
export type Part = Shared & Wants

/**
 * A rendered text that is put into a page's own, as bytes: it is scanned and encoded only once
 * (card-snippets.ts).
 */
export type Snippet = { bytes: Buffer } & Wants

type Wants = { hasIslands: boolean; modules: string[] }

/** A module, a style sheet, the start or end of an island, the mark of a part (page-parts.ts), or a script. */
const CUT =
  /<script type="module" src="([^"]*)"><\/script>|<link rel="stylesheet" href="([^"]*\.css)">|<astro-island [^>]*>|<!--astro:end-->(?=<\/astro-island>)|<!--part \w+-->|<script>/y
/** Where one of them may begin: there are few such places, and finding them first takes half the time. */
const PLACES = /<(?=script|link rel="st|astro-island |!--)/g

const LIKE_MARK = '<!--part '
// It cannot be guessed: no text of an editor or shopper is taken for a mark.
const MARK = LIKE_MARK + randomBytes(12).toString('hex')
let marks = 0

/** A new mark, which stands in a text in place of a part or snippet until the page is finished. */
export const newMark = (): string => `${MARK}${marks++}-->`

/** Whether a text contains the mark of a part or snippet. */
export const hasMark = (text: string): boolean => text.includes(MARK)

const ISLAND = '<astro-island'
const SCRIPT = '<script>'

/** Finds what a mark stands for: a part, or a snippet of the page's own. */
type PartOf = (mark: string) => Part | Snippet | undefined
const NO_PARTS: PartOf = () => undefined

/**
 * Turns what the app rendered into the finished page. Styles are put in, so that one round trip shows it. Its
 * scripts come once, at its end, no matter which of its parts were rendered just now and which before. All this
 * is far cheaper here than inside Astro's renderer.
 */
export function finishPage(html: string): string {
  return textOf(piecesOf(html))
}

const textOf = (pieces: Piece[]): string =>
  pieces.map((piece) => (isShared(piece) ? piece.html : piece.toString())).join('')

/** Whether the piece is kept beside the page and not in it. */
export const isShared = (piece: Piece): piece is Shared =>
  typeof piece === 'object' && 'name' in piece

/** The pieces of a finished page; `partOf` finds the parts whose marks stand in the text. */
export function piecesOf(html: string, partOf: PartOf = NO_PARTS): Piece[] {
  // The last one, as the text of an attribute may contain the same.
  const end = html.lastIndexOf('</body>')
  const { pieces, hasIslands, modules } = cut(end < 0 ? html : html.slice(0, end), partOf)
  if (end < 0) return pieces
  const scripts = scriptsAtEnd(hasIslands, [...modules].join(' '))
  return scripts === undefined
    ? [...pieces, html.slice(end)]
    : [...pieces, scripts, html.slice(end)]
}

/** Makes a part from what was rendered for it. */
export function partOf(name: string, rendered: string): Part {
  const { pieces, hasIslands, modules } = cut(rendered, NO_PARTS)
  return { name, html: textOf(pieces), hasIslands, modules: [...modules] }
}

function cut(text: string, partOf: PartOf) {
  const pieces: Piece[] = []
  let hasIslands = false
  const modules = new Set<string>()
  let from = 0
  const cutOut = (start: number, end: number) => {
    // Slices of the one text: joining them to new texts would copy them all once more.
    if (start > from) pieces.push(text.slice(from, start))
    from = end
  }
  PLACES.lastIndex = 0
  // `test` leaves no match object to the garbage collector, as `exec` would.
  while (PLACES.test(text)) {
    const index = PLACES.lastIndex - 1
    CUT.lastIndex = index
    const [found, module, href] = (index >= from && CUT.exec(text)) || []
    if (found === undefined) continue
    const end = index + found.length
    const part = found.startsWith(MARK) ? partOf(found) : undefined
    if (found === SCRIPT) {
      const waking = hydrationAt(text, index)
      if (waking) cutOut(waking.start, waking.end)
    } else if (module !== undefined) {
      cutOut(index, end)
      modules.add(entryScript(module))
    } else if (href !== undefined) {
      cutOut(index, end)
      pieces.push(sheet(href))
    } else if (part) {
      cutOut(index, end)
      pieces.push('bytes' in part ? part.bytes : part)
      hasIslands ||= part.hasIslands
      for (const file of part.modules) modules.add(file)
    } else if (found.startsWith(ISLAND)) {
      cutOut(index, end)
      pieces.push(withoutRest(found))
      hasIslands = true
    } else if (!found.startsWith(LIKE_MARK)) cutOut(index, end)
  }
  if (from < text.length) pieces.push(text.slice(from))
  return { pieces, hasIslands, modules }
}

const ends = new Map<string, Shared | undefined>()

/**
 * The script for the end of pages with these islands and modules (names joined by spaces): only one, so one
 * hash (H1).
 */
function scriptsAtEnd(hasIslands: boolean, modules: string): Shared | undefined {
  const key = `${hasIslands}|${modules}`
  if (ends.has(key)) return ends.get(key)
  const { early, loader, both } = islandScripts()
  const islands = hasIslands ? early : ''
  const text = modules ? withModules(hasIslands ? both : loader, modules.split(' ')) : islands
  const html = text && `<script>${text}</script>`
  const name = `scripts.${hash('sha1', html, 'base64url').slice(0, 12)}`
  const shared = html === '' ? undefined : { name, html }
  ends.set(key, shared)
  return shared
}

const sheets = new Map<string, Shared>()

/** An inline style sheet. It is named like its file, which is named after its content. */
function sheet(href: string): Shared {
  const known = sheets.get(href)
  if (known !== undefined) return known
  // The notice of Tailwind's licence stays in the sheet's file.
  const css = readFileSync(join(CLIENT_DIR, href), 'utf8')
    .replace(/^\/\*![^*]*\*\//, '')
    .trim()
  const shared = { name: basename(href), html: `<style>${css}</style>` }
  sheets.set(href, shared)
  return shared
}
