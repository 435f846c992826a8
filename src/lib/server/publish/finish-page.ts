import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENT_DIR } from './build-output.ts'

const START = '<link rel="stylesheet" href="'
const END = '.css">'
const sheets = new Map<string, string>()

/** What Astro puts before the first island that a page renders: a style and two scripts. */
const ISLANDS_START = '<style>astro-island,'
const SCRIPT_END = '</script>'
const MODULE = '<script type="module" src="'
const MODULE_END = '"></script>'
/** What an island needs no more: the count of islands, for `useId`, and a wait for its children. */
const ISLAND_REST = / prefix="r\d+"| await-children(?=>)|<!--astro:end-->/g

/** Makes a page of what the app has rendered. Far cheaper here than inside Astro's renderer. */
export function finishPage(html: string): string {
  return withStyles(withScriptsLater(withIslandsLast(html)))
}

/**
 * Parts of a page are rendered once a batch (Once.astro), with what Astro puts before a page's
 * first island or without. So that a page is the same in each batch, the two scripts stand once, at
 * its end; the style is in ours (global.css).
 */
function withIslandsLast(html: string): string {
  const start = html.indexOf(ISLANDS_START)
  if (start < 0) return html
  const scripts = html.indexOf('<script>', start)
  const between = html.indexOf(SCRIPT_END, scripts) + SCRIPT_END.length
  const end = html.indexOf(SCRIPT_END, between) + SCRIPT_END.length
  const rest = html.replaceAll(html.slice(start, end), '').replace(ISLAND_REST, '')
  return rest.replace('</body>', () => `${html.slice(scripts, end)}</body>`)
}

/**
 * The page's modules come when its pictures are there, or with the first input: on a slow network
 * they would hold up the largest picture, and without them everything works by links and forms.
 */
function withScriptsLater(html: string): string {
  const files = new Set<string>()
  let rest = html
  for (let at = rest.indexOf(MODULE); at >= 0; at = rest.indexOf(MODULE, at)) {
    const end = rest.indexOf(MODULE_END, at)
    files.add(rest.slice(at + MODULE.length, end))
    rest = rest.slice(0, at) + rest.slice(end + MODULE_END.length)
  }
  if (files.size === 0) return html
  const imports = [...files].map((file) => `import("${file}")`).join(';')
  return rest.replace('</body>', () => `<script>${loader(imports)}</script></body>`)
}

/** Whether a script is the one above, for modules of ours. */
export function isLoader(text: string): boolean {
  const [imports] =
    /import\("\/static\/js\/[\w.-]+"\)(;import\("\/static\/js\/[\w.-]+"\))*/.exec(text) ?? []
  return imports !== undefined && text === loader(imports)
}

/** After a frame with all pictures, so that no script stands before the largest paint. */
function loader(imports: string): string {
  return (
    `{let n=0;const l=()=>{if(!n++){${imports}}};` +
    `addEventListener('load',()=>requestAnimationFrame(()=>setTimeout(l)));` +
    `for(const t of['pointerdown','keydown'])addEventListener(t,l,{capture:true,once:true})}`
  )
}

/** Puts the styles into the page, so that one round trip shows it. */
function withStyles(html: string): string {
  const start = html.indexOf(START)
  if (start < 0) return html
  const end = html.indexOf(END, start) + END.length
  const href = html.slice(start + START.length, end - 2)
  const rest = withStyles(html.slice(end))
  return `${html.slice(0, start)}<style>${sheet(href)}</style>${rest}`
}

function sheet(href: string): string {
  const known = sheets.get(href)
  if (known !== undefined) return known
  const css = readFileSync(join(CLIENT_DIR, href), 'utf8').trim()
  sheets.set(href, css)
  return css
}
