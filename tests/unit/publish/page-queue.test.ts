import { expect, test } from 'vitest'
import { PageQueue } from '#lib/server/publish/page-queue.ts'
import type { Rendered } from '#lib/server/publish/rendered.ts'

const rendered = (paths: string[], reads = ''): Rendered[] =>
  paths.map((path) => ({ path, status: 'written', fingerprint: 'f', reads }))

const PRODUCTS = Array.from({ length: 900 }, (_, at) => `/product/${at}`)

/** Takes and renders all that waits. */
function restOf(queue: PageQueue): string[] {
  const paths: string[] = []
  for (let batch = queue.take(); batch; batch = queue.take()) {
    paths.push(...batch)
    queue.done(rendered(batch))
  }
  return paths
}

test('what an editor changes while all is published comes next, and nothing is lost or made twice', () => {
  const queue = new PageQueue(['/', ...PRODUCTS, '/feed.xml'])
  const first = queue.take() ?? []
  expect(queue.done(rendered(first))).toEqual([])
  queue.putFirst(['/feed.xml', '/product/0', '/product/899'])
  const rest = restOf(queue)
  expect(rest.slice(0, 2)).toEqual(['/product/0', '/product/899'])
  expect(rest.slice(-2)).toEqual(['/', '/feed.xml'])
  expect(rest.length + first.length).toBe(903)
  expect(new Set([...first, ...rest]).size).toBe(902)
})

test('a page that a thread is rendering is never given to a second one: it follows when it is done', () => {
  const queue = new PageQueue(PRODUCTS)
  const first = queue.take() ?? []
  queue.putFirst(['/product/0'])
  expect(queue.take()).not.toContain('/product/0')
  expect(queue.done(rendered(first))).toEqual(['/product/0'])
  queue.putFirst(['/product/0'])
  expect(queue.take()).toEqual(['/product/0'])
})

test('pages and parts that read a name which changed while they were rendered are old', () => {
  const queue = new PageQueue(PRODUCTS)
  const [first = [], second = []] = [queue.take(), queue.take()]
  queue.note(new Set(['shop', 'card:7']))
  const third = queue.take() ?? []
  const [one = '', two = '', ...others] = first
  const results = [
    ...rendered(['part:footer'], 'pages|shop'),
    ...rendered([one], 'product:1|card:7'),
    ...rendered([two], 'product:2|card:77'),
    ...rendered(others),
  ]
  expect(queue.done(results)).toEqual(['part:footer', one])
  expect(queue.done(rendered(second, 'shop'))).toEqual(second)
  expect(queue.done(rendered(third, 'shop'))).toEqual([])
})
