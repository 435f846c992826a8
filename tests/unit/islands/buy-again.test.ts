import { expect, onTestFinished, test, vi } from 'vitest'
import { BOUGHT_LIST } from '#lib/checkout/bought.ts'
import { BOUGHT_KEY } from '#lib/browser/storage-keys.ts'

type Island = new () => { connectedCallback: () => void; hidden: boolean }

/**
 * Whether the device still remembers a purchase after home has asked for it. @param cards of the list, if it was
 * shown
 */
async function isKept(cards: number | undefined, status = 200): Promise<boolean> {
  const store = new Map([[BOUGHT_KEY, '1']])
  const list = cards === undefined ? null : { children: [], childElementCount: cards }
  const getElementById = (id: string) => (id === BOUGHT_LIST ? list : null)
  let found: Island | undefined
  const globals = {
    HTMLElement: class {
      hidden = false
      querySelector = () => null
    },
    customElements: { define: (_: string, island: Island) => (found = island) },
    document: { readyState: 'complete' },
    localStorage: { removeItem: (key: string) => store.delete(key) },
    fetch: async () => new Response('', { status }),
    DOMParser: class {
      parseFromString = () => ({ getElementById, body: { dataset: {} } })
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.resetModules()
  await import('#islands/catalogue/buy-again.ts')
  if (!found) throw new Error('The island was not defined')
  const island = new found()
  island.connectedCallback()
  await expect.poll(() => island.hidden).toBe(true)
  return store.has(BOUGHT_KEY)
}

test('that something was bought is forgotten only where the list came and is empty', async () => {
  expect(await isKept(0)).toBe(false)
  expect(await isKept(undefined), 'the page to sign in').toBe(true)
  expect(await isKept(undefined, 503), 'no page').toBe(true)
})
