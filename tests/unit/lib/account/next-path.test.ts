import { expect, test } from 'vitest'
import { safeNext, signInPath } from '#lib/account/next-path.ts'

const OWN = [
  '/',
  '/cart',
  '/product/fine-besan?variant=1-kg',
  '/search?q=toor%20dal&sort=-price',
  '/category/rice-grains/page/2#list',
  '/search?q=https://example.com//a',
]

/** What attackers may put into a link to lead a shopper away, and how browsers read it. */
const FOREIGN = [
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http:evil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
  'evil.example',
  '@evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '%2f%2fevil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/a/../..//evil.example',
  '/cart//evil.example',
  '/\u2028/evil.example',
  '/\u3002evil.example\u202e',
  '/%252f%252fevil.example',
  '?next=//evil.example',
  '#//evil.example',
  '',
]

test.each(OWN)('a page of the shop is kept for after sign-in: %s (A02)', (path) => {
  expect(safeNext(path)).toBe(path)
})

test.each(FOREIGN)('an open redirect leads to the home page: %j (A02)', (path) => {
  expect(safeNext(path)).toBe('/')
  expect(signInPath(path)).toBe('/signin')
})

test('what is kept is never read as another site, however it is resolved (A02)', () => {
  for (const path of [...OWN, ...FOREIGN]) {
    const base = 'https://shop.example/signin'
    expect(new URL(safeNext(path), base).origin).toBe('https://shop.example')
  }
})

test.each(['/signin', '/signup?next=/cart', '/reset', '/api/user/signout', '/verifyotp'])(
  'nobody is sent round in a circle, or to a call: %s',
  (path) => {
    expect(safeNext(path)).toBe('/')
  },
)

test('an address that no cookie or link could carry is not kept', () => {
  expect(safeNext(`/search?q=${'a'.repeat(1000)}`)).toBe('/')
  expect(safeNext(undefined, '/myaccount')).toBe('/myaccount')
})

test('the way to sign in keeps the whole address', () => {
  expect(signInPath('/search?q=a&sort=price')).toBe('/signin?next=%2Fsearch%3Fq%3Da%26sort%3Dprice')
})
