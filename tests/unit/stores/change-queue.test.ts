import { afterEach, expect, test, vi } from 'vitest'
import { type Call, openBrowser } from '#tests/support/browser-tabs.ts'
import { LINE } from '#tests/support/cart-additions.ts'

const LOOK = { title: 'Rice', image: '/rice.webp', price: 28 }
const addition = (productid: string) => {
  const choice = { productrams: '', productsize: '', productweight: '' }
  return { kind: 'add', line: { id: '', productid, ...choice }, quantity: 1, look: LOOK } as const
}
const done = () => Response.json({ status: true, error: false, msg: 'done', cart: [], revision: 1 })
const soldOut = () =>
  Response.json({ status: false, error: true, msg: 'sold out' }, { status: 409 })
const ended = () => Response.json({ error: true, msg: 'Please login first!' }, { status: 401 })
const notYours = () => Response.json({ error: true, msg: 'not yours' }, { status: 403 })

/** A shop that answers nothing until it is opened. */
function closedShop(answer: (call: Call) => Response) {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, shop: (call: Call) => opened.then(() => answer(call)) }
}

afterEach(() => {
  vi.unstubAllGlobals()
  // A page that goes to the sign-in does so a moment after its test.
  vi.stubGlobal('location', { assign: () => {} })
  vi.useRealTimers()
})

test('what waits behind a change that nobody was signed in for is not said to be done (I7 F47)', async () => {
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

test('a change that another tab sends is told here as the shop answered it (I7 S-195)', async () => {
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

test('a tab whose change waits asks to sign in for it when another one signs out (I7)', async () => {
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
  expect(one.$alert.get()).toMatchObject({ open: true, msg: 'Please login first!' })
})

test('what a visitor did waits for the account once it was sent for it (G02)', async () => {
  const browser = openBrowser(ended)
  const key = crypto.randomUUID()
  const kept = { ...addition('rice'), key, userid: 'guest' }
  browser.storage[`change:${Date.now()}-${key}`] = JSON.stringify(kept)
  const tab = await browser.openTab()
  tab.signIn()
  await tab.sendChanges()
  expect(browser.calls).toMatchObject([{ key, body: { userid: 'asha' } }])
  expect(tab.$user.get(), 'the session has ended elsewhere').toBeUndefined()
  tab.signIn()
  expect(tab.$changes.get()).toMatchObject([{ key, userid: 'asha' }])
})

test('a sign-out that the shop could not do is not said to be done (A40)', async () => {
  const busy = () => Response.json({ error: true, msg: 'not now' }, { status: 503 })
  const tab = await openBrowser(busy).openTab()
  tab.signIn()
  await tab.logOut()
  expect(tab.$user.get()?.userid).toBe('asha')
  expect(tab.$alert.get()).toMatchObject({ color: 'error' })
})

test('a change names its user, and is kept for them when another one’s session carries it (I8)', async () => {
  const browser = openBrowser(notYours)
  const tab = await browser.openTab()
  tab.signIn()
  expect(await tab.change(addition('rice'))).toEqual({ status: 'signedOut' })
  expect(browser.calls).toMatchObject([{ body: { userid: 'asha' } }])
  expect(tab.$user.get()).toBeUndefined()
  tab.signIn()
  expect(tab.$changes.get()).toHaveLength(1)
})

test('whoever has signed in meanwhile stays signed in (I8)', async () => {
  const { open, shop } = closedShop(notYours)
  const browser = openBrowser(shop)
  const [one, other] = [await browser.openTab(), await browser.openTab()]
  one.signIn()
  const own = one.change(addition('rice'))
  await expect.poll(() => browser.calls).toHaveLength(1)
  other.signIn('ben')
  open()
  expect(await own).toEqual({ status: 'signedOut' })
  expect(one.$user.get()?.id).toBe('ben')
})

test('a cart that arrives after somebody else has signed in is not taken for theirs (I8)', async () => {
  const { open, shop } = closedShop(() => Response.json([LINE]))
  const browser = openBrowser(shop)
  const [one, other] = [await browser.openTab(), await browser.openTab()]
  one.signIn()
  const read = one.refreshCart()
  other.signIn('ben')
  open()
  await read
  expect(one.$cart.get()).toEqual([])
  expect(browser.calls).toMatchObject([{ path: '/api/cart?userid=asha' }])
  one.signIn()
  await one.refreshCart()
  expect(one.$cart.get()).toMatchObject([{ productid: 'rice', quantity: 1 }])
})

test('flags of another user than the session’s go to the sign-in (I8)', async () => {
  const tab = await openBrowser(notYours).openTab()
  tab.signIn()
  await tab.refreshCart()
  expect(tab.$user.get()).toBeUndefined()
})

test('a session that ended elsewhere is noticed by a read: nothing is shown of the account, and nothing lost (F47 A40)', async () => {
  vi.stubGlobal('document', { querySelector: () => null, body: { dataset: { cart: 'open' } } })
  let answer: (call: Call) => Response | Promise<Response> = () => Response.json([LINE])
  const browser = openBrowser((call) => answer(call))
  const tab = await browser.openTab()
  tab.signIn()
  await tab.refreshCart()
  expect(tab.$cart.get()).toMatchObject([{ productid: 'rice', quantity: 1 }])

  answer = ({ method, path }) => {
    // The addition is never answered.
    if (method === 'POST') return new Promise(() => {})
    return path === '/api/cart?userid=guest' ? Response.json([]) : ended()
  }
  void tab.change(addition('dal'))
  await tab.refreshCart()
  expect(tab.$user.get()).toBeUndefined()
  expect(tab.$cart.get()).toEqual([])
  expect(tab.$alert.get().open, 'who only looks is sent nowhere').toBe(false)
  expect(browser.calls.at(-1)?.path).toBe('/api/cart?userid=guest')
  tab.signIn()
  expect(tab.$changes.get()).toMatchObject([{ userid: 'asha' }])
})

test('an addition made as a read finds the session ended leads to the sign-in, and waits there (F47)', async () => {
  const tab = await openBrowser(ended).openTab()
  tab.signIn()
  const outcome = tab.change(addition('rice'))
  // The read's answer comes before the addition's turn.
  tab.forgetSession()
  expect(await outcome).toEqual({ status: 'signedOut' })
  expect(tab.$alert.get()).toMatchObject({ msg: 'Please login first!', color: 'error', open: true })
  tab.signIn()
  expect(tab.$changes.get()).toHaveLength(1)
})

test('who signs out is not asked to sign in for what still waited (S-115)', async () => {
  const { open, shop } = closedShop(() => Response.json({}))
  const browser = openBrowser((call) => (call.path === '/api/user/signout' ? shop(call) : ended()))
  const tab = await browser.openTab()
  tab.signIn()
  const end = tab.askToEnd('/api/user/signout', {})
  const outcomes = [tab.change(addition('rice')), tab.change(addition('dal'))]
  expect(await Promise.all(outcomes)).toEqual([{ status: 'signedOut' }, { status: 'signedOut' }])
  open()
  await end
  expect(tab.$alert.get().open).toBe(false)
  expect(browser.calls, 'none is sent again and again').toHaveLength(2)
})

test('a page that only its owner sees is left for the sign-in when the session has ended (F47)', async () => {
  vi.stubGlobal('document', { querySelector: () => ({}), body: { dataset: {} } })
  const tab = await openBrowser(ended).openTab()
  tab.signIn()
  await tab.refreshCart()
  expect(tab.$user.get()).toBeUndefined()
  expect(tab.$alert.get()).toMatchObject({ msg: 'Please login first!', color: 'error', open: true })
})

test('a shop that names a date to come back at is not asked without a pause (S-203)', async () => {
  vi.useFakeTimers()
  const headers = { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }
  const browser = openBrowser(() => Response.json({}, { status: 503, headers }))
  const tab = await browser.openTab()
  tab.signIn()
  expect(await tab.change(addition('rice'))).toEqual({ status: 'waiting' })
  await vi.advanceTimersByTimeAsync(25_000)
  expect(browser.calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(browser.calls).toHaveLength(2)
})
