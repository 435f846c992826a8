import { createElement, type FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { escapeHTML } from 'astro/runtime/server/index.js'
import { serializeProps } from 'astro/runtime/server/serialize.js'
import { islandTexts } from './island-texts.ts'

type Props = Record<string, unknown>

/** What Astro writes around an island's props and its HTML, without what finishing removes. */
type Frame = { start: string; middle: string; end: string }

/** How the islands of a component are written: within a known frame, or by Astro alone. */
type Way = Frame | 'astro'

/** By component, then by its name and directives in the template. */
const ways = new WeakMap<FunctionComponent, Map<string, Way>>()

/** Markup that Astro removes from what React gives, or replaces. */
const UNUSUAL = /<link|<\/?astro-/

/** Every function that is not an Astro template is a React component. */
export const isFunctionComponent = (component: unknown): component is FunctionComponent =>
  typeof component === 'function'

const isDirective = (name: string) => name.startsWith('client:')
const isForAstro = (name: string) =>
  /^(class$|children$|server:|class:|transition:|data-)/.test(name)

/**
 * A React island, byte for byte as Astro would write it once the page is finished. Its frame is learnt from the
 * first island of its kind, which `byAstro` writes; if that is not as expected, Astro goes on writing them.
 */
export function reactText(
  name: string,
  component: FunctionComponent,
  props: Props,
  byAstro: () => Promise<string>,
): string | Promise<string> {
  const own: Props = {}
  let [kind, isWoken] = [name, false]
  for (const key in props) {
    if (isForAstro(key)) return byAstro()
    if (!isDirective(key)) own[key] = props[key]
    else [kind, isWoken] = [`${kind} ${String(props[key])}`, true]
  }
  const known = waysOf(component).get(kind)
  if (known === 'astro') return byAstro()
  const give = (some: Props) => serializeProps(some, { displayName: name, astroStaticSlot: true })
  const show = (some: Props) => renderToString(createElement(component, some))
  const texts = islandTexts(component, own, { give: isWoken ? give : undefined, show })
  const { shown } = texts
  const given = escapeHTML(texts.given)
  if (shown === '' || UNUSUAL.test(shown)) return byAstro()
  if (known) return known.start + given + known.middle + shown + known.end
  return byAstro().then((text) => {
    waysOf(component).set(kind, frameOf(text, given, shown) ?? 'astro')
    return text
  })
}

function waysOf(component: FunctionComponent): Map<string, Way> {
  const known = ways.get(component)
  if (known) return known
  const made = new Map<string, Way>()
  ways.set(component, made)
  return made
}

/** What stands around props and HTML; undefined where they are not found exactly there. */
function frameOf(text: string, given: string, shown: string): Frame | undefined {
  if (given === '') return text === shown ? { start: '', middle: '', end: '' } : undefined
  const props = ` props="${given}"`
  const at = text.indexOf(props)
  const rest = text.slice(at + props.length - 1)
  const from = rest.indexOf(`>${shown}<`) + 1
  if (at < 0 || from === 0) return undefined
  return {
    start: text.slice(0, at + ' props="'.length),
    middle: rest.slice(0, from),
    end: rest.slice(from + shown.length),
  }
}
