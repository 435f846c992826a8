import { setPersistentEngine } from '@nanostores/persistent'
import { vi } from 'vitest'

/** A call of a tab, which the test's shop answers. */
export type Call = { method: string; path: string; key: string; body: Record<string, unknown> }
type Shop = (call: Call) => Response | Promise<Response>

const USER = { id: 'asha', name: 'Asha', email: 'asha@example.com', userid: 'asha' }

/**
 * A browser as far as the stores need one: storage shared by all tabs, with its events, one lock,
 * and a network that leads to a test's shop. Each tab has its own instance of the stores.
 */
export function openBrowser(shop: Shop) {
  const calls: Call[] = []
  vi.stubGlobal('location', { pathname: '/', search: '', assign: () => {}, protocol: 'http:' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', { onLine: true, locks: { request: oneAtATime() } })
  vi.stubGlobal('fetch', (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const key = new Headers(headers).get('idempotency-key') ?? ''
    const call = { method, path, key, body: JSON.parse(String(body ?? '{}')) }
    calls.push(call)
    return shop(call)
  })
  const engine = sharedStorage()
  setPersistentEngine(...engine)
  const storage: Record<string, unknown> = engine[0]
  return { calls, openTab, storage }
}

async function openTab() {
  vi.resetModules()
  const [session, changes, sending, cart, buying, toast] = await Promise.all([
    import('#stores/session.ts'),
    import('#stores/changes.ts'),
    import('#stores/send-changes.ts'),
    import('#stores/cart.ts'),
    import('#stores/buying.ts'),
    import('#stores/toast.ts'),
  ])
  // As on a page of the shop, something listens to the cart.
  cart.$cart.listen(() => {})
  const signIn = (id = USER.id) => session.$user.set({ ...USER, id, userid: id })
  return { ...session, ...changes, ...sending, ...cart, ...buying, ...toast, signIn }
}

/** Like navigator.locks.request for a single name. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return (_name: string, work: () => Promise<void>) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

type Heard = { key: string; newValue: string | null }
type Listener = (event: Heard) => void

function sharedStorage(): Parameters<typeof setPersistentEngine> {
  const listeners = new Set<Listener>()
  const tell = (event: Heard) => listeners.forEach((listener) => listener(event))
  const storage = new Proxy<Record<string, string>>(
    {},
    {
      set: (kept, key: string, value: string) => {
        kept[key] = value
        tell({ key, newValue: value })
        return true
      },
      deleteProperty: (kept, key: string) => {
        delete kept[key]
        tell({ key, newValue: null })
        return true
      },
    },
  )
  return [
    storage,
    {
      addEventListener: (_name: string, listener: Listener) => listeners.add(listener),
      removeEventListener: (_name: string, listener: Listener) => listeners.delete(listener),
    },
  ] as never
}
