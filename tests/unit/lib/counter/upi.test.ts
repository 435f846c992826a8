import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from '#lib/counter/qr-code.ts'
import { upiAddress, upiCode } from '#lib/counter/upi.ts'

const draw = (text: string) =>
  qrCode(text)?.map((row) => row.map((isDark) => (isDark ? '#' : ' ')).join('')) ?? []
const printOf = (text: string) =>
  createHash('sha256').update(draw(text).join('\n')).digest('hex').slice(0, 16)

test('the address of a payment names who is paid, the exact sum and the order', () => {
  expect(upiAddress({ vpa: 'shop@okbank', name: 'Sharma & Sons' }, 'K7M', 29_905)).toBe(
    'upi://pay?pa=shop@okbank&pn=Sharma%20%26%20Sons&am=299.05&cu=INR&tn=K7M',
  )
})

test('a long name in an Indian script is cut by whole characters, so that there is a code', () => {
  const to = { vpa: 'shreeganesh@okhdfcbank', name: 'श्री गणेश किराना स्टोर' }
  expect(qrCode(upiAddress(to, 'K7M2P9Q', 44_850))).toBeUndefined()
  expect(upiCode(to, 'K7M2P9Q', 44_850)).toEqual(
    qrCode(upiAddress({ ...to, name: 'श्री गणेश किराना' }, 'K7M2P9Q', 44_850)),
  )
  expect(upiCode({ vpa: `${'x'.repeat(250)}@okbank`, name: '' }, 'K7M2P9Q', 1)).toBeUndefined()
})

const FIRST_ROWS = ['#######  ###  #######', '#     # # ### #     #']
const PRINTS = ['27c32b7d24a7a065', 'edcd685542cb9556', '00b3b287c12b01de', '77df3044fd6a6a16']

// The fingerprints are of codes that another program (jsQR 1.4.0) has read correctly.
test('a QR code is the one that readers read, in each size', () => {
  expect(draw('A').slice(0, 2)).toEqual(FIRST_ROWS)
  expect(['A', 'x'.repeat(100), 'y'.repeat(150), 'q'.repeat(213)].map(printOf)).toEqual(PRINTS)
  expect(['A', 'x'.repeat(100), 'q'.repeat(213)].map((text) => draw(text).length)).toEqual([
    21, 41, 57,
  ])
  expect(qrCode('q'.repeat(214))).toBeUndefined()
})
