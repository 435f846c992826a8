import { afterEach, expect, test, vi } from 'vitest'
import { type Call, openBrowser } from './browser-tabs.ts'

const LOOK = { title: 'Rice', image: '/rice.webp', price: 28 }
const addition = (productid: string) => {
  const choice = { productrams: '', productsize: '', productweight: '' }
  return { kind: 'add', line: { id: '', productid, ...choice }, quantity: 1, look: LOOK } as const
}
const done = () => Response.json({ status: true, error: false, msg: 'done', cart: [], revision: 1 })
const soldOut = () =>
  Response.json({ status: false, error: true, msg: 'sold out' }, { status: 409 })
const ended = () => Response.json({ error: true, msg: 'Please login first!' }, { status: 401 })

/** A shop that lets nothing through until it is opened. */
function closedShop(answer: (call: Call) => Response) {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, shop: (call: Call) => opened.then(() => answer(call)) }
}

afterEach(() => vi.unstubAllGlobals())

test('I7 F47 what waits behind a change that nobody was signed in for is not said to be done', async () => {
  const { open, shop } = closedShop(ended)
  const tab = await openBrowser(shop).openTab()
  tab.signIn()
  const outcomes = [tab.change(addition('rice')), tab.change(addition('dal'))]
  await Promise.resolve()
  open()
  expect(await Promise.all(outcomes)).toEqual([{ status: 'signedOut' }, { status: 'signedOut' }])
  tab.signIn()
  expect(tab.$changes.get()).toHaveLength(2)
})

test('I7 S-195 a change that another tab sends is told here as the shop answered it', async () => {
  const { open, shop } = closedShop(({ body }) =>
    body['productid'] === 'dal' ? soldOut() : done(),
  )
  const browser = openBrowser(shop)
  const [one, other] = [await browser.openTab(), await browser.openTab()]
  one.signIn()
  const others = other.change(addition('rice'))
  await expect.poll(() => browser.calls).toHaveLength(1)
  const own = one.change(addition('dal'))
  open()
  expect(await others).toMatchObject({ isDone: true })
  expect(await own).toMatchObject({
    status: 'answered',
    isDone: false,
    answer: { msg: 'sold out' },
  })
  const keys = browser.calls.filter(({ body }) => body['productid'] === 'dal').map(({ key }) => key)
  expect(new Set(keys).size).toBe(1)
  expect(one.$changes.get()).toEqual([])
})

test('I7 a tab whose change waits says nothing of it when another one signs out', async () => {
  const { open, shop } = closedShop(ended)
  const browser = openBrowser(shop)
  const [one, other] = [await browser.openTab(), await browser.openTab()]
  one.signIn()
  void other.change(addition('rice'))
  await expect.poll(() => browser.calls).toHaveLength(1)
  const own = one.change(addition('dal'))
  other.forgetSession()
  open()
  expect(await own).toEqual({ status: 'signedOut' })
})
