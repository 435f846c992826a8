import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-tabs.ts'

const LOOK = { producttitle: 'Rice', image: '', rating: 0, price: 28, oldprice: null }
const CHOICE = { productrams: '', productsize: '', productweight: '' }
const ITEM = {
  ...{ _id: 'line-1', productid: 'rice', userid: 'asha', ...LOOK, ...CHOICE },
  ...{ quantity: 2, subtotal: 56, choice: '', wasprice: null, stock: 9, state: 'ok' },
}
const WISH = {
  ...{ _id: 'wish-1', productid: 'dal', userid: 'asha', ...LOOK, ...CHOICE },
  ...{ instock: true, withdrawn: false, haschoices: false },
}
const ANSWERS: Record<string, unknown> = {
  '/api/cart': [ITEM],
  '/api/mylist': [WISH],
  '/api/search': { ProductList: [], categorylist: [], total: 7 },
}

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The stores that all islands of a page import, as a new tab loads them. */
async function openStores(browser: ReturnType<typeof openBrowser>) {
  const tab = await browser.openTab()
  const [place, wishes, results] = await Promise.all([
    import('#stores/location.ts'),
    import('#stores/wishlist.ts'),
    import('#stores/search-results.ts'),
  ])
  const stores = { ...tab, ...place, ...wishes, ...results }
  const { $user, $location, $cart, $wishes, $searchResults } = stores
  for (const store of [$user, $location, $cart, $wishes, $searchResults]) store.listen(() => {})
  return stores
}

test('user, location, cart, wishlist and results are one in all tabs, the message in a page (S-113)', async () => {
  vi.stubGlobal('document', { cookie: '', body: { dataset: {} } })
  const browser = openBrowser(({ path }) => Response.json(ANSWERS[path.split('?')[0] ?? '']))
  const [one, other] = [await openStores(browser), await openStores(browser)]
  one.signIn()
  one.chooseLocation('Nepal')
  await one.refreshCart()
  await one.refreshWishes()
  await one.findResults('dal', new AbortController().signal)
  expect(other.$user.get()).toMatchObject({
    name: 'Asha',
    email: 'asha@example.com',
    userid: 'asha',
  })
  expect(other.$location.get()).toBe('Nepal')
  expect(other.$cart.get()).toMatchObject([{ productid: 'rice', quantity: 2 }])
  expect(other.$wishes.get()).toMatchObject([{ productid: 'dal' }])
  expect(other.$searchResults.get()).toMatchObject({ text: 'dal', total: 7 })
  one.showAlert('Saved', 'success')
  expect(one.$alert.get()).toMatchObject({ msg: 'Saved', color: 'success', open: true })
  expect(other.$alert.get().open).toBe(false)
})

test('a list read before a wish was saved does not take it off again (S-199)', async () => {
  vi.stubGlobal('document', { cookie: '', body: { dataset: {} } })
  const asked = Promise.withResolvers<void>()
  const late = Promise.withResolvers<Response>()
  const browser = openBrowser(({ path }) => {
    if (path.startsWith('/api/mylist?')) {
      asked.resolve()
      return late.promise
    }
    return Response.json({ status: true, msg: '', mylist: [WISH] })
  })
  const tab = await openStores(browser)
  tab.signIn()
  const refreshed = tab.refreshWishes()
  await asked.promise
  const { change } = await import('#stores/send-changes.ts')
  await change({ kind: 'wish', productid: 'dal' })
  late.resolve(Response.json([]))
  await refreshed
  expect(tab.$wishes.get()).toMatchObject([{ productid: 'dal' }])
})

test('a list read in one tab before a wish was saved in another does not take it off again (S-199)', async () => {
  vi.stubGlobal('document', { cookie: '', body: { dataset: {} } })
  const asked = Promise.withResolvers<void>()
  const late = Promise.withResolvers<Response>()
  const browser = openBrowser(({ path }) => {
    if (!path.startsWith('/api/mylist?')) {
      return Response.json({ status: true, msg: '', mylist: [WISH] })
    }
    asked.resolve()
    return late.promise
  })
  const [one, other] = [await openStores(browser), await openStores(browser)]
  one.signIn()
  const refreshed = one.refreshWishes()
  await asked.promise
  await other.change({ kind: 'wish', productid: 'dal' })
  late.resolve(Response.json([]))
  await refreshed
  expect(one.$wishes.get()).toMatchObject([{ productid: 'dal' }])
  expect(other.$wishes.get()).toMatchObject([{ productid: 'dal' }])
})
