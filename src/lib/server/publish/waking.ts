import { islandScripts } from './build-output.ts'

const WAKE = / client="(\w+)"/
/** What no island needs: a name for `astro dev`, the count of islands, for `useId`, and a wait for its children. */
const REST = / uid="\w+"| prefix="r\d+"| await-children(?:="")?(?=[ >])/g

const STYLE = /<style>astro-island,[\w,-]*\{display:contents\}<\/style>$/
const SCRIPT = '<script>'
const SCRIPT_END = '</script>'

/**
 * What Astro puts before the first island that it happens to render: a style, which is in ours
 * (global.css), a script that wakes islands, and one that defines their element. The scripts come once,
 * at the end of each page with islands. @returns where all that stands, if a script at `start` is one of these
 */
export function wakingAt(text: string, start: number): { start: number; end: number } | undefined {
  const isWaking = (script: string) => text.startsWith(script, start + SCRIPT.length)
  if (!Object.values(islandScripts().waking).some(isWaking)) return undefined
  const end = endOfScript(text, start)
  const [style] = STYLE.exec(text.slice(Math.max(0, start - 200), start)) ?? []
  // With the style comes the script of the element.
  if (style === undefined) return { start, end }
  return { start: start - style.length, end: endOfScript(text, end) }
}

const endOfScript = (text: string, start: number) =>
  text.indexOf(SCRIPT_END, start) + SCRIPT_END.length

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
