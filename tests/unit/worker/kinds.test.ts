import { expect, test } from 'vitest'
import { endsSession, isPlainForm, keyOf, kindOf, smallPicture } from '../../../src/worker/kinds.ts'

test.each([
  ['page', ['/about', '/blog/dal', '/compare', '/contact']],
  [
    'own',
    ['/', '/cart', '/mylist', '/orders', '/orders/7', '/search', '/product/dal', '/quick/dal'],
  ],
  ['script', ['/static/js/page.Dia4bROe.js', '/static/js/app.nUobp8cj.css']],
  ['picture', ['/uploads/0123456789abcdef-320.avif']],
  ['none', ['/desk', '/desk/orders', '/checkout', '/checkout/pay', '/myaccount', '/signin']],
  ['none', ['/orders/7/invoice', '/track/secret', '/api/cart', '/uploads/user-1.webp', '/sw.js']],
])('the worker sees what is %s by its address', (kind, paths) => {
  for (const path of paths) expect(kindOf(path), path).toBe(kind)
})

test('a call about an account ends what was kept of the last one', () => {
  expect(endsSession('POST', '/api/user/signin')).toBe(true)
  expect(endsSession('DELETE', '/api/user/7')).toBe(true)
  expect(endsSession('GET', '/api/user/7')).toBe(false)
  expect(endsSession('POST', '/api/cart/add')).toBe(false)
})

test('forms of money and of the desk are left to the browser', () => {
  expect(isPlainForm('/api/contact')).toBe(true)
  for (const path of ['/api/checkout', '/api/demo/pay', '/api/desk/uploads', '/checkout/pay'])
    expect(isPlainForm(path), path).toBe(false)
})

test('a page is one page, wherever its visitor came from', () => {
  const page = 'http://localhost/search?q=dal'
  expect(keyOf(`${page}&utm_source=mail&gclid=1#top`)).toBe(page)
  expect(keyOf(`${page}&page=2`)).toBe(`${page}&page=2`)
})

test('a shopper who saves data gets small pictures, and none in a width that there is not', () => {
  const small = (name: string) => smallPicture(`http://localhost/uploads/${name}`)
  expect(small('0123456789abcdef-1280.avif')).toMatch(/-320\.avif$/)
  expect(small('0123456789abcdef-160.webp')).toMatch(/-160\.webp$/)
  expect(small('0123456789abcdef-og.jpg')).toMatch(/-og\.jpg$/)
})
