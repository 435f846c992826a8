// npm run size: bytes of the published demo pages, compared with the budgets below.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildIfStale } from './build.ts'
import { type DemoPage, openDemoShop } from './demo-shop.ts'
import { screens } from './size-screens.ts'

const KIB = 1024
/**
 * None of these may grow; the goal for css is 7 KiB. LATER is for what a screen's islands load by
 * `import()`, once they are live or for a press.
 */
const BUDGETS = {
  transfer: 20 * KIB,
  quick: 27.5 * KIB,
  css: 7.5 * KIB,
  scripts: 8 * KIB,
  islands: 75 * KIB,
}
const LATER = 25 * KIB
/** Bytes of an HTTP/1.1 response's headers, as Chromium counts them. */
const HEADERS = { page: 1018, file: 685 }
/** How many pages of a kind are also compressed with the highest quality. */
const FINEST = 12
const PAGES = { home: '/', listing: '/category/', product: '/product/' }
const SCRIPTS = join(import.meta.dirname, '../dist/client/static/js')

/**
 * Sizes of a page. `transfer`: bytes sent to a first-time visitor on a slow connection before any
 * input, headers included; `quick`: the same with the scripts that load by themselves on other
 * connections (light/page-loader.ts). `css` and `scripts`: compressed. `islands`: React and all
 * islands of the page, which the first touch of each has to wait for.
 */
type Sizes = Record<keyof typeof BUDGETS, number>

function measure({ html, packedTo }: DemoPage, degree: 'quick' | 'finest'): Sizes {
  const [list = ''] = matches(html, /\[("\/static\/js\/[^\]]+)\]/g)
  const modules = withImports(matches(list, /"\/static\/js\/([^"]+)"/g))
  const files = packedFiles(modules)
  const inline = matches(html, /<script\b(?![^>]*(?:ld\+json| src=))[^>]*>([\s\S]*?)<\/script>/g)
  const islands = matches(html, /\b(?:component|renderer)-url="\/static\/js\/([^"]+)"/g)
  const page = packedTo(degree) + HEADERS.page
  const quick = page + files + modules.size * HEADERS.file
  return {
    transfer: /<body[^>]* data-still/.test(html) ? page : quick,
    quick,
    css: packedText(matches(html, /<style[^>]*>([\s\S]*?)<\/style>/g).join('')),
    scripts: files + sum(inline.map(packedText)),
    islands: packedFiles(withImports(islands).difference(modules)),
  }
}

/** A cache, as hundreds of pages share scripts and styles. */
const known = new Map<string, number>()
function sizeOnce(of: string, bytes: () => Buffer): number {
  const size = known.get(of) ?? packed(bytes())
  known.set(of, size)
  return size
}

const packedFile = (file: string): number => sizeOnce(file, () => readFileSync(join(SCRIPTS, file)))
const packedText = (text: string): number => sizeOnce(text, () => Buffer.from(text))

/** Modules with all their static imports; what they load by `import()` comes later. */
function withImports(modules: string[]): Set<string> {
  const found = new Set(modules)
  for (const file of found) {
    const imports = /(?:^|[;}\n])(?:import|export)\b[^("'`;]*["'`]\.\/([^"'`]+)["'`]/g
    for (const name of matches(script(file), imports)) found.add(name)
  }
  return found
}

/**
 * Files with everything they load by `import()`, directly or indirectly, except through the page's
 * own modules, which load it for other reasons.
 */
function withLater(files: Set<string>, modules: Set<string>): Set<string> {
  const found = new Set(files)
  for (const file of found) {
    if (modules.has(file)) continue
    const later = matches(script(file), /\bimport\(\s*["'`]\.\/([^"'`]+)["'`]/g)
    for (const one of withImports(later)) found.add(one)
  }
  return found
}

const script = (file: string): string => readFileSync(join(SCRIPTS, file), 'utf8')
const packedFiles = (files: Set<string>): number => sum([...files].map(packedFile))
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '')
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
/** Compressed as by the server (http/files/compress.ts). */
const packed = (bytes: Buffer): number => brotliCompressSync(bytes).length

/**
 * The largest value of each size. Compressing with the highest quality takes ten times as long, and
 * the largest of hundreds of pages is among the few that are largest when compressed quickly.
 */
function largestOf(pages: DemoPage[]): Sizes {
  const quick = pages.map((page) => ({ page, sizes: measure(page, 'quick') }))
  const heaviest = quick.toSorted((one, other) => other.sizes.transfer - one.sizes.transfer)
  const finest = heaviest.slice(0, FINEST).map(({ page }) => measure(page, 'finest'))
  const { transfer, quick: withScripts } = largest(finest)
  return { ...largest(quick.map(({ sizes }) => sizes)), transfer, quick: withScripts }
}

function largest(pages: Sizes[]): Sizes {
  const most = (key: keyof Sizes) => Math.max(...pages.map((page) => page[key]))
  return {
    transfer: most('transfer'),
    quick: most('quick'),
    css: most('css'),
    scripts: most('scripts'),
    islands: most('islands'),
  }
}

let isOver = false
function told(what: string, size: number, budget: number): string {
  if (size > budget) isOver = true
  const word = size > budget ? ' OVER' : ''
  return `${what} ${(size / KIB).toFixed(1)} of ${budget / KIB} KiB${word}`
}

await buildIfStale()
const shop = await openDemoShop()
for (const [kind, prefix] of Object.entries(PAGES)) {
  const pages = await shop.pages(prefix)
  const sizes = largestOf(pages)
  const cells = Object.entries(BUDGETS).map(([key, budget]) =>
    told(key, sizes[key as keyof Sizes], budget),
  )
  console.log(`${kind.padEnd(8)} (${pages.length} pages, largest) ${cells.join(', ')}`)
}
await shop.close()
for (const { name, islands, scripts } of screens()) {
  const modules = withImports(scripts)
  const atOnce = withImports(islands)
  const later = withLater(atOnce, modules).difference(atOnce).difference(modules)
  const cells = [
    told('islands', packedFiles(atOnce.difference(modules)), BUDGETS.islands),
    told('later', packedFiles(later), LATER),
  ]
  console.log(`${name.padEnd(32)} ${cells.join(', ')}`)
}
process.exit(isOver ? 1 : 0)
