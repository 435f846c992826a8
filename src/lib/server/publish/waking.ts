import { islandScripts } from './build-output.ts'

const WAKE = / client="(\w+)"/
/** What an island needs no more: the count of islands, for `useId`, and a wait for its children. */
const REST = / prefix="r\d+"| await-children(?:="")?(?=[ >])/g

const STYLE = /<style>astro-island,[\w,-]*\{display:contents\}<\/style>$/
const SCRIPT_END = '</script>'

/**
 * Takes out what Astro puts before the first island that it happens to render: a style, which is in ours
 * (global.css), a script that wakes islands, and one that defines their element. The scripts come once,
 * at the end of each page with islands.
 */
export function withoutWaking(html: string): string {
  let text = html
  for (const script of Object.values(islandScripts().waking))
    text = without(text, `<script>${script}`)
  return text
}

/** The start of an island without what it needs no more. */
export const withoutRest = (island: string): string => island.replace(REST, '')

/** What wakes an island, by its start. */
export const wakeOf = (island: string): string[] => WAKE.exec(island)?.slice(1) ?? []

/** The scripts of a page whose islands are woken by these. @throws when the build has none */
export function scriptsOf(wakes: string[]): string {
  if (wakes.length === 0) return ''
  const { waking, element } = islandScripts()
  const texts = wakes.map((name) => {
    if (waking[name] === undefined) throw new Error(`Nothing wakes islands by client:${name}`)
    return waking[name]
  })
  return [...texts, element].map((text) => `<script>${text}</script>`).join('')
}

function without(html: string, script: string): string {
  const start = html.indexOf(script)
  if (start < 0) return html
  const before = html.slice(0, start)
  let end = html.indexOf(SCRIPT_END, start + script.length) + SCRIPT_END.length
  // With the style comes the script of the element.
  const isFirst = STYLE.test(before.slice(-200))
  if (isFirst) end = html.indexOf(SCRIPT_END, end) + SCRIPT_END.length
  return without(before.replace(isFirst ? STYLE : '', '') + html.slice(end), script)
}
