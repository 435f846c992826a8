import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-tabs.ts'

const CHOICE = { productrams: '', productsize: '', productweight: '' }
const LINE = { ...CHOICE, id: '', productid: 'rice' }
const LOOK = { title: 'Rice', image: '', price: 28 }

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['Only 3 left', 'Only 3 left'],
  ['', 'Product already added to the cart!'],
])('a refused addition with the words %j says %j (S-195)', async (msg, said) => {
  const refusal = { status: false, error: true, msg, cart: [], revision: 1 }
  const tab = await openBrowser(() => Response.json(refusal, { status: 409 })).openTab()
  const { addToCart } = await import('#stores/buying.ts')
  tab.signIn()
  await addToCart(LINE, 1, LOOK)
  expect(tab.$alert.get()).toMatchObject({ msg: said, color: 'error', open: true })
})

test('a change of password sends who it is, the old one and the new one (S-111)', async () => {
  const { calls, openTab } = openBrowser(() => Response.json({ error: false, msg: 'Changed' }))
  await openTab()
  const { changePassword } = await import('#stores/profile.ts')
  const known = { name: 'Asha', email: 'asha@example.com', phone: '9876543210', images: ['a.webp'] }
  const typed = { password: 'old one', newpass: 'new one', confirmpass: 'new one', _method: 'put' }
  expect(await changePassword('asha', known, typed)).toMatchObject({ msg: 'Changed' })
  const body = { ...known, password: 'old one', newpass: 'new one' }
  expect(calls).toMatchObject([{ method: 'PUT', path: '/api/user/asha' }])
  expect(calls[0]?.body).toEqual(body)
})
