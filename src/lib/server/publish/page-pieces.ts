import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENT_DIR } from './build-output.ts'
import { moduleLoader } from './module-loader.ts'
import { scriptsOf, wakesOf, withoutWaking } from './waking.ts'

/** The own text of a page, in pieces, and the parts that stand between them: one less. */
export type Pieces = { texts: string[]; parts: string[] }

/** What many pages share, with the scripts that pages with it need at their end. */
export type Part = { html: string; modules: string[]; wakes: string[] }

// In a process nobody else can know what marks a part, whatever texts a product has.
const SECRET = randomBytes(12).toString('hex')

/** Stands in a page's text where the part of that name belongs. */
export const markOf = (key: string): string => `<!--${SECRET}:${encodeURIComponent(key)}-->`

/** A mark, a module, or a style sheet; the quotes of the last two stand in no text of a product. */
const CUTS = new RegExp(
  `<!--${SECRET}:([^>]*)-->|<script type="module" src="([^"]*)"></script>|<link rel="stylesheet" href="([^"]*\\.css)">`,
  'g',
)

/**
 * Takes apart what the app has rendered. Styles are put in, so that one round trip shows the page; its
 * scripts come once, at its end, whichever parts were rendered for it or before. Parts that it makes
 * itself (styles, scripts) it puts into `shared`; marks that are not in there stay.
 */
export function finishPieces(html: string, shared: Map<string, Part>): Pieces {
  const { texts, parts, modules, wakes } = cut(html, shared)
  const last = texts.pop() ?? ''
  const end = last.lastIndexOf('</body>')
  if (end < 0 || modules.size + wakes.size === 0) return { texts: [...texts, last], parts }
  const tail = tailPart([...modules], [...wakes], shared)
  return { texts: [...texts, last.slice(0, end), last.slice(end)], parts: [...parts, tail] }
}

/** Finishes a part by itself: without the scripts, which stand at the end of each page. */
export function finishPart(html: string): Part {
  const { texts, modules, wakes } = cut(html, new Map())
  return { html: texts.join(''), modules: [...modules], wakes: [...wakes] }
}

function cut(html: string, shared: Map<string, Part>) {
  const text = withoutWaking(html)
  const texts: string[] = []
  const parts: string[] = []
  const modules = new Set<string>()
  const wakes = new Set(wakesOf(text))
  let piece = ''
  let from = 0
  for (const { 0: found, 1: mark, 2: module, 3: sheet, index } of text.matchAll(CUTS)) {
    piece += text.slice(from, index)
    from = index + found.length
    if (module !== undefined) modules.add(module)
    const key = mark === undefined ? sheet && styleKey(sheet, shared) : decodeURIComponent(mark)
    const part = key === undefined ? undefined : shared.get(key)
    if (part && key !== undefined) {
      for (const file of part.modules) modules.add(file)
      for (const name of part.wakes) wakes.add(name)
      texts.push(piece)
      parts.push(key)
      piece = ''
    } else if (mark !== undefined) piece += found
  }
  texts.push(piece + text.slice(from))
  return { texts, parts, modules, wakes }
}

function styleKey(href: string, shared: Map<string, Part>): string {
  const key = `style:${href}`
  if (!shared.has(key)) shared.set(key, { html: `<style>${sheet(href)}</style>`, ...NO_SCRIPTS })
  return key
}

function tailPart(modules: string[], wakes: string[], shared: Map<string, Part>): string {
  const html =
    scriptsOf(wakes) + (modules.length > 0 ? `<script>${moduleLoader(modules)}</script>` : '')
  const key = `tail:${hash('sha1', html, 'base64url')}`
  if (!shared.has(key)) shared.set(key, { html, ...NO_SCRIPTS })
  return key
}

const NO_SCRIPTS = { modules: [], wakes: [] }

const sheets = new Map<string, string>()

function sheet(href: string): string {
  const known = sheets.get(href)
  if (known !== undefined) return known
  const css = readFileSync(join(CLIENT_DIR, href), 'utf8').trim()
  sheets.set(href, css)
  return css
}
