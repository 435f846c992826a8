import type { AstroGlobal } from 'astro'
import { type PagePattern, watchPage } from './page-pattern.ts'
import { plainResult } from './plain-result.ts'
import { NotPlain, textOf } from './text-of.ts'

/** What must be known about a route of the built app to match its addresses. */
export type AppRoute = { route: string; type: string; pattern: RegExp; params: readonly string[] }

type Render = (request: Request, locals: App.Locals) => Promise<Response>

/** Turns what was rendered into the finished page: only then can the two ways be compared (finish-page.ts). */
type Finish = (html: string) => string

/** How the pages of a route are made: as strings, after this pattern, or by Astro alone. */
type Way = PagePattern | 'astro'

/**
 * Renders pages as strings. What a route needs is learnt from the first of its pages, which is rendered in both
 * ways: only if they agree to the byte are the others rendered as strings. So an upgrade of Astro can make
 * pages slower, but not wrong.
 */
export class PlainPages {
  #ways = new Map<AppRoute, Way>()
  #render: Render
  #routes: readonly AppRoute[]
  /** By the first part of an address, the routes that may match it. */
  #under = new Map<string, AppRoute[]>()
  #finish: Finish

  constructor(routes: readonly AppRoute[], render: Render, finish: Finish) {
    this.#finish = finish
    this.#routes = routes.filter(({ type, route }) => type === 'page' && route !== '/404')
    this.#render = render
  }

  /** The text of a page that answers 200; undefined where only Astro can render it. */
  async text(url: URL, locals: App.Locals): Promise<string | undefined> {
    const route = this.#routesOf(url).find(({ pattern }) => pattern.test(url.pathname))
    if (!route) return undefined
    const way = this.#ways.get(route) ?? (await this.#learn(route, url, locals))
    return way === 'astro' ? undefined : textOfPage(way, route, url, locals)
  }

  #routesOf({ pathname }: URL): readonly AppRoute[] {
    const end = pathname.indexOf('/', 1)
    // Not kept by their first part, which is different for each of them; all routes are few.
    if (end < 0) return this.#routes
    const first = pathname.slice(1, end)
    const known = this.#under.get(first)
    if (known) return known
    const mayMatch = ({ route }: AppRoute) =>
      route.startsWith('/[') || route.split('/')[1] === first
    const found = this.#routes.filter(mayMatch)
    this.#under.set(first, found)
    return found
  }

  async #learn(route: AppRoute, url: URL, locals: App.Locals): Promise<Way> {
    const request = new Request(url)
    let pattern: PagePattern | undefined
    watchPage(request, (found) => (pattern = found))
    const response = await this.#render(request, locals)
    // A page that is gone or redirects says nothing about the others.
    if (response.status !== 200 || !pattern) return 'astro'
    const own = await textOfPage(pattern, route, url, locals)
    const isSame = own !== undefined && this.#finish(own) === this.#finish(await response.text())
    const way = isSame ? pattern : 'astro'
    this.#ways.set(route, way)
    return way
  }
}

async function textOfPage(
  { result, component }: PagePattern,
  route: AppRoute,
  url: URL,
  locals: App.Locals,
): Promise<string | undefined> {
  const own = plainResult(result, { url, params: paramsOf(route, url), locals })
  try {
    const made = await component(own, {}, {})
    if (made instanceof Response) return undefined
    const text = await textOf(own, made)
    // Astro would have put in a head that no template asked for.
    if (own.response.status !== 200 || !own._metadata.hasRenderedHead) return undefined
    return `<!DOCTYPE html>${text}`
  } catch (error) {
    if (error instanceof NotPlain) return undefined
    throw error
  }
}

function paramsOf({ pattern, params }: AppRoute, url: URL): AstroGlobal['params'] {
  const found = pattern.exec(url.pathname) ?? []
  return Object.fromEntries(params.map((name, at) => [name, decode(found[at + 1])]))
}

const decode = (text: string | undefined) => (text === undefined ? text : decodeURIComponent(text))
