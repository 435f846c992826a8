import type { SSRResult } from 'astro'

/** A page's component. */
type Component = (result: SSRResult, props: unknown, slots: unknown) => unknown

/** What Astro knows about a route when it renders one of its pages. */
export type PagePattern = { result: SSRResult; component: Component }

const watched = new WeakMap<Request, (pattern: PagePattern) => void>()

/** Has `onPage` called once, with the page that Astro renders for the request. */
export function watchPage(request: Request, onPage: (pattern: PagePattern) => void): void {
  watched.set(request, onPage)
}

/** Must be called by each component that is rendered; the first one of a request is its page. */
export function noteComponent(result: SSRResult, component: Component): void {
  const onPage = watched.get(result.request)
  if (!onPage) return
  watched.delete(result.request)
  // Copies, as Astro empties these sets when it writes the head.
  const { styles, scripts, links } = result
  const kept = { styles: new Set(styles), scripts: new Set(scripts), links: new Set(links) }
  onPage({ result: { ...result, ...kept }, component })
}
