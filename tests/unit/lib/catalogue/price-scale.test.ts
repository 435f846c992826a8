import { expect, test } from 'vitest'
import { parseListingQuery } from '#lib/catalogue/listing-query.ts'
import { idleEnds, priceScale, usualPrices } from '#lib/catalogue/price-scale.ts'

const ENDS = { lowPaise: 2_250, highPaise: 50_250 }
const asked = (params: string) => {
  const query = parseListingQuery(new URLSearchParams(params))
  if (!query) throw new Error(params)
  return query
}
const PLAIN = asked('')

test('a list’s prices are filtered from its lowest to its highest, in whole steps', () => {
  expect(priceScale(ENDS, false, PLAIN)).toMatchObject({ lowPaise: 2_000, highPaise: 50_500 })
  const onePrice = { lowPaise: 10_000, highPaise: 10_000 }
  expect(priceScale(onePrice, false, PLAIN)).toMatchObject({ lowPaise: 10_000, highPaise: 10_500 })
})

test('where a shop says nothing of it they go from 0 to 60,000 (S-051)', () => {
  expect(priceScale(ENDS, true, PLAIN)).toMatchObject({ lowPaise: 0, highPaise: 6_000_000 })
})

test.each([true, false])('neither end goes where nothing is left (wide: %s)', (isWide) => {
  const { lowAtMostPaise, highAtLeastPaise } = priceScale(ENDS, isWide, PLAIN)
  expect(lowAtMostPaise).toBe(50_000)
  expect(highAtLeastPaise).toBe(2_500)
})

test('what a shopper chose stays, also where the list does not reach so far', () => {
  const query = asked('minprice=10&maxprice=600')
  const scale = priceScale(ENDS, false, query)
  expect(scale).toMatchObject({ lowPaise: 1_000, highPaise: 60_000 })
  const sent = `minprice=10&maxprice=600&ends=${idleEnds(scale, query)}`
  expect(asked(sent)).toEqual(query)
})

test('a lowest price above every product of the list stays as it is, and so does a highest below', () => {
  const ends = { lowPaise: 2500, highPaise: 14_500 }
  expect(
    priceScale(ends, false, { minPricePaise: 50_000, maxPricePaise: undefined }),
  ).toMatchObject({
    ...{ highPaise: 50_000, lowAtMostPaise: 50_000 },
  })
  expect(priceScale(ends, false, { minPricePaise: undefined, maxPricePaise: 500 })).toMatchObject({
    ...{ lowPaise: 500, highAtLeastPaise: 500 },
  })
})

test('what a form sends that nobody touched is no filter of the next list', () => {
  const ends = idleEnds(priceScale(ENDS, false, PLAIN), PLAIN)
  expect(asked(`minprice=20&maxprice=505&ends=${ends}`)).toEqual(PLAIN)
  expect(asked(`minprice=25&maxprice=505&ends=${ends}`)).toEqual(asked('minprice=25'))
  expect(asked('minprice=20&maxprice=505'), 'of an address').toMatchObject({
    minPricePaise: 2_000,
    maxPricePaise: 50_500,
  })
})

test('a usual price is offered where it leaves something out, and something in', () => {
  const offered = (low: number, high: number, params = '') =>
    usualPrices({ lowPaise: low * 100, highPaise: high * 100 }, asked(params)).map(
      ({ from, to, isOn }) => [from, to, isOn],
    )
  expect(offered(20, 80)).toEqual([])
  expect(offered(20, 80, 'maxprice=100')).toEqual([[undefined, 100, true]])
  expect(offered(20, 150)).toContainEqual([undefined, 100, false])
})
