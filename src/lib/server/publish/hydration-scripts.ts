import { islandScripts } from './app/build-output.ts'

/**
 * What our islands do not need: names for `astro dev`, their numbers for `useId`, and the wait for their
 * children.
 */
const REST =
  / uid="\w+"| prefix="r\d+"| await-children(?:="")?(?=[ >])|(?<= opts="{)&quot;name&quot;:&quot;\w+&quot;,/g

const STYLE = /<style>astro-island,[\w,-]*\{display:contents\}<\/style>$/
const SCRIPT = '<script>'
const SCRIPT_END = '</script>'

/**
 * Finds what Astro puts before the first island that it happens to render: a style, which we have in
 * global.css, a script that hydrates islands, and one that defines their element. Finished pages have these
 * scripts once, at their end.
 * @returns where all that stands, if the script at `start` is one of these
 */
export function hydrationAt(
  text: string,
  start: number,
): { start: number; end: number } | undefined {
  const isWaking = (script: string) => text.startsWith(script, start + SCRIPT.length)
  if (!islandScripts().waking.some(isWaking)) return undefined
  const end = endOfScript(text, start)
  const [style] = STYLE.exec(text.slice(Math.max(0, start - 200), start)) ?? []
  // Where the style is, the script that defines the element follows.
  if (style === undefined) return { start, end }
  return { start: start - style.length, end: endOfScript(text, end) }
}

const endOfScript = (text: string, start: number) =>
  text.indexOf(SCRIPT_END, start) + SCRIPT_END.length

/** The start tag of an island without what it does not need. */
export const withoutRest = (island: string): string => island.replace(REST, '')
