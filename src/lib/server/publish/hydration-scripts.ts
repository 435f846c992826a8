import { islandScripts } from './app/build-output.ts'

/** What no island needs: names for `astro dev`, the count of islands, for `useId`, and a wait for its children. */
const REST =
  / uid="\w+"| prefix="r\d+"| await-children(?:="")?(?=[ >])|(?<= opts="{)&quot;name&quot;:&quot;\w+&quot;,/g

const STYLE = /<style>astro-island,[\w,-]*\{display:contents\}<\/style>$/
const SCRIPT = '<script>'
const SCRIPT_END = '</script>'

/**
 * What Astro puts before the first island that it happens to render: a style, which is in ours
 * (global.css), a script that wakes islands, and one that defines their element. The scripts come once,
 * at the end of each page with islands. @returns where all that stands, if a script at `start` is one of these
 */
export function hydrationAt(
  text: string,
  start: number,
): { start: number; end: number } | undefined {
  const isWaking = (script: string) => text.startsWith(script, start + SCRIPT.length)
  if (!islandScripts().waking.some(isWaking)) return undefined
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
