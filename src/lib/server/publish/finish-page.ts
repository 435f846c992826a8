import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENT_DIR } from './build-output.ts'
import { moduleLoader } from './module-loader.ts'
import { scriptsOf, wakesOf, withoutWaking } from './waking.ts'

/** A module or a style sheet; their quotes stand in no text of a product. */
const CUTS =
  /<script type="module" src="([^"]*)"><\/script>|<link rel="stylesheet" href="([^"]*\.css)">/g

/**
 * Makes a page of what the app has rendered. Styles are put in, so that one round trip shows it; its
 * scripts come once, at its end, whichever parts were rendered for it or before. Far cheaper here than
 * inside Astro's renderer.
 */
export function finishPage(html: string): string {
  const text = withoutWaking(html)
  const modules = new Set<string>()
  const page = text.replace(CUTS, (_, module?: string, href?: string) => {
    if (href !== undefined) return `<style>${sheet(href)}</style>`
    if (module !== undefined) modules.add(module)
    return ''
  })
  const loader = modules.size > 0 ? `<script>${moduleLoader([...modules])}</script>` : ''
  const scripts = scriptsOf([...new Set(wakesOf(text))]) + loader
  // The last one: a text within an attribute may look like it.
  const end = page.lastIndexOf('</body>')
  return end < 0 ? page : page.slice(0, end) + scripts + page.slice(end)
}

const sheets = new Map<string, string>()

function sheet(href: string): string {
  const known = sheets.get(href)
  if (known !== undefined) return known
  const css = readFileSync(join(CLIENT_DIR, href), 'utf8').trim()
  sheets.set(href, css)
  return css
}
