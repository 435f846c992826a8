// npm run size: bytes of the published demo pages against the budgets below.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildIfStale } from './build.ts'
import { type DemoPage, openDemoShop } from './demo-shop.ts'

const KIB = 1024
/** What is reached; the goal of transfer and css is 20 and 7 KiB. None of these may grow. */
const BUDGETS = { transfer: 24 * KIB, css: 7.5 * KIB, scripts: 7 * KIB, islands: 75 * KIB }
/** So many pages of a kind are packed to the finest. */
const FINEST = 12
const PAGES = { home: '/', listing: '/category/', product: '/product/' }
const SCRIPTS = join(import.meta.dirname, '../dist/client/static/js')

/**
 * Bytes of a page as it is sent with its scripts, its styles and scripts packed, and React with all
 * islands of the page: what waits for the first touch of each to be answered.
 */
type Sizes = { transfer: number; css: number; scripts: number; islands: number }

function measure({ html, packedTo }: DemoPage, degree: 'quick' | 'finest'): Sizes {
  // Also those that the page imports once it has loaded: no input is waited for (finish-page.ts).
  const modules = matches(html, /(?:<script\b[^>]*? src=|\bimport\()"\/static\/js\/([^"]+)"/g)
  const loaded = withImports(modules)
  const files = packedFiles(loaded)
  const inline = matches(html, /<script\b(?![^>]*(?:ld\+json| src=))[^>]*>([\s\S]*?)<\/script>/g)
  const islands = matches(html, /\b(?:component|renderer)-url="\/static\/js\/([^"]+)"/g)
  return {
    transfer: packedTo(degree) + files,
    css: packedText(matches(html, /<style[^>]*>([\s\S]*?)<\/style>/g).join('')),
    scripts: files + sum(inline.map(packedText)),
    islands: packedFiles(withImports(islands).difference(loaded)),
  }
}

/** Hundreds of pages load the same scripts, and have the same styles. */
const known = new Map<string, number>()
function sizeOnce(of: string, bytes: () => Buffer): number {
  const size = known.get(of) ?? packed(bytes())
  known.set(of, size)
  return size
}

const packedFile = (file: string): number => sizeOnce(file, () => readFileSync(join(SCRIPTS, file)))
const packedText = (text: string): number => sizeOnce(text, () => Buffer.from(text))

/** The modules and whatever they import at once; what they load by `import()` comes later. */
function withImports(modules: string[]): Set<string> {
  const found = new Set(modules)
  for (const file of found) {
    const imports = /(?:^|[;}\n])(?:import|export)\b[^("'`;]*["'`]\.\/([^"'`]+)["'`]/g
    for (const name of matches(script(file), imports)) found.add(name)
  }
  return found
}

const script = (file: string): string => readFileSync(join(SCRIPTS, file), 'utf8')
const packedFiles = (files: Set<string>): number => sum([...files].map(packedFile))
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '')
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
/** As the server packs what it keeps (http/files/compress.ts). */
const packed = (bytes: Buffer): number => brotliCompressSync(bytes).length

/**
 * The most that a page has of each. To pack one to the finest takes ten times as long as quickly, and the
 * largest of hundreds is among those few that are so when packed quickly.
 */
function largestOf(pages: DemoPage[]): Sizes {
  const quick = pages.map((page) => ({ page, sizes: measure(page, 'quick') }))
  const heaviest = quick.toSorted((one, other) => other.sizes.transfer - one.sizes.transfer)
  const finest = heaviest.slice(0, FINEST).map(({ page }) => measure(page, 'finest'))
  return { ...largest(quick.map(({ sizes }) => sizes)), transfer: largest(finest).transfer }
}

function largest(pages: Sizes[]): Sizes {
  const most = (key: keyof Sizes) => Math.max(...pages.map((page) => page[key]))
  return {
    transfer: most('transfer'),
    css: most('css'),
    scripts: most('scripts'),
    islands: most('islands'),
  }
}

buildIfStale()
const shop = await openDemoShop()
let isOver = false
for (const [kind, prefix] of Object.entries(PAGES)) {
  const pages = await shop.pages(prefix)
  const sizes = largestOf(pages)
  const cells = Object.entries(BUDGETS).map(([key, budget]) => {
    const size = sizes[key as keyof Sizes]
    if (size > budget) isOver = true
    return `${key} ${(size / KIB).toFixed(1)} of ${budget / KIB} KiB${size > budget ? ' OVER' : ''}`
  })
  console.log(`${kind.padEnd(8)} (${pages.length} pages, largest) ${cells.join(', ')}`)
}
await shop.close()
process.exit(isOver ? 1 : 0)
