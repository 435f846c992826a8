import type { AstroGlobal, SSRResult } from 'astro'
import * as astro from 'astro/runtime/server/index.js'
import { isTemplate, NotPlain, textOf } from './text-of.ts'

/** A page that is rendered as strings: its address, and what it is given. */
export type PlainVisit = { url: URL; params: AstroGlobal['params']; locals: App.Locals }

const plain = new WeakSet<object>()

/** Whether a page is joined as strings, not written by Astro. */
export const isPlain = (result: object): boolean => plain.has(result)

/** The `$$result` for a page: that of another page of its route, without what belonged to that page. */
export function plainResult(pattern: SSRResult, visit: PlainVisit): SSRResult {
  const response: AstroGlobal['response'] = new PlainResponse()
  const result: SSRResult = {
    ...pattern,
    // It has the fields of Astro's own object; those that a plain page cannot know throw.
    createAstro: (props, slots) =>
      new PlainAstro(result, visit, props, slots ?? {}) as unknown as AstroGlobal,
    cancelled: false,
    cookies: undefined,
    styles: new Set(pattern.styles),
    scripts: new Set(pattern.scripts),
    links: new Set(pattern.links),
    params: visit.params,
    pathname: visit.url.pathname,
    response,
    _metadata: {
      ...pattern._metadata,
      hasHydrationScript: false,
      rendererSpecificHydrationScripts: new Set(),
      hasRenderedHead: false,
      renderedScripts: new Set(),
      hasDirectives: new Set(),
      hasRenderedServerIslandRuntime: false,
      extraHead: [],
      propagators: new Set(),
      pendingSlotEvaluations: [],
      templateDepth: 0,
    },
  }
  plain.add(result)
  return result
}

/** Makes headers only when they are asked for: few pages use them, and they take longer than a template. */
class PlainResponse {
  status = 200
  #headers: Headers | undefined

  get headers(): Headers {
    return (this.#headers ??= new Headers())
  }
}

type Slots = Record<string, (result: SSRResult) => unknown>

/** `Astro.slots` of a plain page. */
function plainSlots(result: SSRResult, slots: Slots): AstroGlobal['slots'] {
  const isThere = Object.fromEntries(Object.keys(slots).map((name) => [name, true as const]))
  return Object.assign(isThere, {
    has: (name: string) => Boolean(slots[name]),
    async render(name: string, args: unknown[] = []) {
      const slot = slots[name]
      if (slot === undefined) return ''
      if (args.length === 0) return textOf(result, slot(result))
      const shown = callbackOf(await slot(result))
      return textOf(result, typeof shown === 'function' ? shown(...args) : shown)
    },
  })
}

/**
 * The value of a slot's only expression, usually a function of the arguments. @throws {NotPlain} where there
 * are more
 */
function callbackOf(shown: unknown): unknown {
  if (!isTemplate(shown)) throw new NotPlain('A slot that is no template')
  // Where Astro puts an instruction for the head, a plain page has undefined.
  const [only, ...others] = shown.expressions.filter((expression) => expression !== undefined)
  if (others.length > 0) throw new NotPlain('A slot of several expressions with arguments')
  return isTemplate(only) ? callbackOf(only) : only
}

/** What a component's frontmatter may use of `Astro`; all that depends on a visitor's request throws {NotPlain}. */
class PlainAstro implements Record<keyof AstroGlobal, unknown> {
  self: unknown = null
  readonly props: unknown
  readonly #result: SSRResult
  readonly #visit: PlainVisit
  readonly #slots: Slots

  constructor(result: SSRResult, visit: PlainVisit, props: unknown, slots: Slots) {
    this.#result = result
    this.#visit = visit
    this.props = props
    this.#slots = slots
  }

  get slots() {
    return plainSlots(this.#result, this.#slots)
  }
  get locals() {
    return this.#visit.locals
  }
  get params() {
    return this.#visit.params
  }
  get url() {
    return this.#visit.url
  }
  get request() {
    return new Request(this.#visit.url)
  }
  get response() {
    return this.#result.response
  }
  get site() {
    return notPlain('site')
  }
  get generator() {
    return notPlain('generator')
  }
  get clientAddress() {
    return notPlain('clientAddress')
  }
  get cookies() {
    return notPlain('cookies')
  }
  get session() {
    return notPlain('session')
  }
  get cache() {
    return notPlain('cache')
  }
  get originPathname() {
    return notPlain('originPathname')
  }
  get getActionResult() {
    return notPlain('getActionResult')
  }
  get callAction() {
    return notPlain('callAction')
  }
  get redirect() {
    return notPlain('redirect')
  }
  get rewrite() {
    return notPlain('rewrite')
  }
  get preferredLocale() {
    return notPlain('preferredLocale')
  }
  get preferredLocaleList() {
    return notPlain('preferredLocaleList')
  }
  get currentLocale() {
    return notPlain('currentLocale')
  }
  get isPrerendered() {
    return notPlain('isPrerendered')
  }
  get csp() {
    return notPlain('csp')
  }
  get logger() {
    return notPlain('logger')
  }
  get routePattern() {
    return notPlain('routePattern')
  }
}

function notPlain(name: string): never {
  throw new NotPlain(`Astro.${name}`)
}

/** The text of Astro's instruction for the head; only the first one of a page gives any. */
export const headOf = (result: SSRResult) =>
  new astro.HTMLString(astro.chunkToString(result, astro.renderHead()))
