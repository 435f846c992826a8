/**
 * What the compiled form of every .astro file calls (`astro/compiler-runtime`, see astro.config.mjs). For a
 * request it is Astro's own; for a page that is published, the same templates are joined as strings: without
 * buffers and instructions, and with promises only where something is awaited.
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

/** As Astro's, and notes each component that is called: the first one of a request is its page. */
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

/** Whether a text as an attribute's value is written as `name="text"`; checked once for each name. */
const ordinary = new Map<string, boolean>()

function isOrdinary(name: string): boolean {
  const known = ordinary.get(name)
  if (known !== undefined) return known
  const is = !name.startsWith('set:') && String(astro.addAttribute('x', name)) === ` ${name}="x"`
  ordinary.set(name, is)
  return is
}

const NEEDS_ESCAPING = /[&"]/

/** As Astro's, but quicker for texts that need no escaping. */
export const addAttribute: typeof astro.addAttribute = (value, name, shouldEscape, tag) => {
  const isSimple = typeof value === 'string' && value !== '' && !NEEDS_ESCAPING.test(value)
  if (isSimple && isOrdinary(name)) return new astro.HTMLString(` ${name}="${value}"`)
  return astro.addAttribute(value, name, shouldEscape, tag)
}

/** As Astro's; nothing on a plain page, whose head comes with `renderHead`. */
export const maybeRenderHead = (result: SSRResult) =>
  isPlain(result) ? undefined : astro.maybeRenderHead()

/** As Astro's; on a plain page the text of the head. */
export const renderHead = (result: SSRResult) =>
  isPlain(result) ? headOf(result) : astro.renderHead()

/** By the id of a script, its tag in pages: it only names a file of the build, so it is the same on all of them. */
const scripts = new Map<string, astro.HTMLString>()

/** As Astro's, but a script may come more than once: finishing a page puts its scripts together. */
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

/** As Astro's; on a plain page the slot is simply called. */
export function renderSlot(result: SSRResult, slotted: SlotOf[1], fallback?: SlotOf[2]) {
  if (!isPlain(result)) return astro.renderSlot(result, slotted, fallback)
  const chosen = slotted || fallback
  return typeof chosen === 'function' ? chosen(result) : chosen
}

/** As Astro's; on a plain page the component is rendered to a string. */
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

/** The property in which Astro looks for a component's renderer. */
const RENDERER = Symbol.for('astro:renderer')
const REACT = '@astrojs/react'
const named = new WeakSet<object>()

/** Tells Astro that all islands are React's: else it finds that out by rendering each of them twice. */
function nameRenderer(component: object): void {
  if (named.has(component)) return
  named.add(component)
  if (!isAstroComponent(component)) Object.defineProperty(component, RENDERER, { value: REACT })
}

const isDeferred = (props: Record<string, unknown>) => 'server:component-directive' in props
