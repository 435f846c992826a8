/** A property as Astro writes it: 0 is a value or an object of such, 1 a list of such. */
type Written = [kind: number, value: unknown]
type Hydrator = (
  island: Element,
) => (component: unknown, props: object, slots: object, how: { client: string }) => void

/**
 * Loads an island's component and React. Gives what makes the island live, which is told by its
 * attribute `ssr` being gone. Rejects when something cannot be loaded; a later call tries again.
 */
export async function loadIsland(island: HTMLElement): Promise<() => Promise<void>> {
  const read = (name: string) => island.getAttribute(name) ?? ''
  // Browsers remember what could not be loaded: another address at each further try.
  const tries = Number(island.dataset['tries'] ?? 0)
  island.dataset['tries'] = String(tries + 1)
  const load = (name: string) => import(read(name) + (tries > 0 ? `?try=${tries}` : ''))
  const [component, renderer]: [Record<string, unknown>, { default: Hydrator }] = await Promise.all(
    [load('component-url'), load('renderer-url')],
  )
  return async () => {
    const props: object = JSON.parse(read('props'))
    const hydrate = renderer.default(island)
    hydrate(component[read('component-export')], revived(props), {}, { client: read('client') })
    island.removeAttribute('ssr')
  }
}

function revived(props: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, revive(value)]))
}

function revive([kind, value]: Written): unknown {
  if (Array.isArray(value)) return kind === 1 ? value.map(revive) : value
  return typeof value === 'object' && value !== null ? revived(value) : value
}
