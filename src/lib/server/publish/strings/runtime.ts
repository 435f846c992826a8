/**
 * What the compiled form of every .astro file calls (`astro/compiler-runtime`, see astro.config.mjs).
 * For a request it is Astro's own; for a page that is published the same templates are joined as
 * strings: without buffers and instructions, and with promises only where something is awaited.
 */
import type { SSRResult } from 'astro'
import * as astro from 'astro/runtime/server/index.js'
import { noteComponent } from './page-pattern.ts'
import { islandText } from './plain-island.ts'
import { headOf, isPlain } from './plain-result.ts'
import { markup, textOf } from './text-of.ts'

export {
  createAstro,
  createTransitionScope,
  defineScriptVars,
  defineStyleVars,
  Fragment,
  mergeSlots,
  render,
  renderTransition,
  spreadAttributes,
  templateEnter,
  templateExit,
  unescapeHTML,
} from 'astro/runtime/server/index.js'

type Factory = Parameters<typeof astro.createComponent>[0]
type Slots = NonNullable<Parameters<typeof astro.renderComponent>[4]>

/** The first component that a request calls is its page. */
export const createComponent: typeof astro.createComponent = (first, ...rest) => {
  const factory = typeof first === 'function' ? first : first.factory
  const noted = ((result: SSRResult, props: unknown, slots: unknown) => {
    noteComponent(result, component)
    return factory(result, props, slots)
  }) satisfies Factory
  const component: ReturnType<typeof astro.createComponent> =
    typeof first === 'function'
      ? astro.createComponent(noted, ...rest)
      : astro.createComponent({ ...first, factory: noted })
  return component
}

/** Whether a text as the value of an attribute comes out as `name="text"`; found out once a name. */
const ordinary = new Map<string, boolean>()

function isOrdinary(name: string): boolean {
  const known = ordinary.get(name)
  if (known !== undefined) return known
  const is = !name.startsWith('set:') && String(astro.addAttribute('x', name)) === ` ${name}="x"`
  ordinary.set(name, is)
  return is
}

const NEEDS_ESCAPING = /[&"]/

export const addAttribute: typeof astro.addAttribute = (value, name, shouldEscape, tag) => {
  const isSimple = typeof value === 'string' && value !== '' && !NEEDS_ESCAPING.test(value)
  if (isSimple && isOrdinary(name)) return new astro.HTMLString(` ${name}="${value}"`)
  return astro.addAttribute(value, name, shouldEscape, tag)
}

export const maybeRenderHead = (result: SSRResult) =>
  isPlain(result) ? undefined : astro.maybeRenderHead()

export const renderHead = (result: SSRResult) =>
  isPlain(result) ? headOf(result) : astro.renderHead()

/** By the id of a script, what a page has for it: an address of the build. */
const scripts = new Map<string, astro.HTMLString>()

/** Finishing takes the scripts of a page together, so that they need not be counted here. */
export function renderScript(result: SSRResult, id: string) {
  if (!isPlain(result)) return astro.renderScript(result, id)
  return scripts.get(id) ?? plainScript(result, id)
}

async function plainScript(result: SSRResult, id: string): Promise<astro.HTMLString> {
  const { content } = await astro.renderScript(result, id)
  const shown = new astro.HTMLString(content)
  scripts.set(id, shown)
  return shown
}

type SlotOf = Parameters<typeof astro.renderSlot>

export function renderSlot(result: SSRResult, slotted: SlotOf[1], fallback?: SlotOf[2]) {
  if (!isPlain(result)) return astro.renderSlot(result, slotted, fallback)
  const chosen = slotted || fallback
  return typeof chosen === 'function' ? chosen(result) : chosen
}

export function renderComponent(
  result: SSRResult,
  name: string,
  component: unknown,
  props: Record<string, unknown>,
  slots: Slots = {},
) {
  if (typeof component === 'function') nameRenderer(component)
  if (!isPlain(result)) return astro.renderComponent(result, name, component, props, slots)
  if (isAstroComponent(component) && !('class:list' in props) && !isDeferred(props)) {
    return markup(textOf(result, component(result, props, slots)))
  }
  if (component === astro.Fragment) return markup(textOf(result, slots['default']?.(result)))
  return markup(islandText(result, name, component, props, slots))
}

const isAstroComponent = (component: unknown): component is AstroComponent =>
  typeof component === 'function' &&
  'isAstroComponentFactory' in component &&
  component.isAstroComponentFactory === true

type AstroComponent = (result: SSRResult, props: unknown, slots: unknown) => unknown

/** Where Astro looks for the renderer of a component. */
const RENDERER = Symbol.for('astro:renderer')
const REACT = '@astrojs/react'
const named = new WeakSet<object>()

/** All islands are React's: Astro, unless it is told, finds that out by rendering each of them twice. */
function nameRenderer(component: object): void {
  if (named.has(component)) return
  named.add(component)
  if (!isAstroComponent(component)) Object.defineProperty(component, RENDERER, { value: REACT })
}

const isDeferred = (props: Record<string, unknown>) => 'server:component-directive' in props
