import { expect, test } from 'vitest'
import { parseListingQuery } from '#lib/catalogue/listing-query.ts'
import { priceScale, withoutIdleEnds } from '#lib/catalogue/price-scale.ts'

const ENDS = { lowPaise: 2_250, highPaise: 50_250 }

test('a list’s prices are filtered from its lowest to its highest, in whole steps', () => {
  expect(priceScale(ENDS, false)).toMatchObject({ lowPaise: 2_000, highPaise: 50_500 })
  const onePrice = { lowPaise: 10_000, highPaise: 10_000 }
  expect(priceScale(onePrice, false)).toMatchObject({ lowPaise: 10_000, highPaise: 10_500 })
})

test('where a shop says nothing of it they go from 0 to 60,000 (S-051)', () => {
  expect(priceScale(ENDS, true)).toMatchObject({ lowPaise: 0, highPaise: 6_000_000 })
})

test.each([true, false])('neither end goes where nothing is left (wide: %s)', (isWide) => {
  const { lowAtMostPaise, highAtLeastPaise } = priceScale(ENDS, isWide)
  expect(lowAtMostPaise).toBe(50_000)
  expect(highAtLeastPaise).toBe(2_500)
})

test('ends that leave nothing out are none', () => {
  const asked = (params: string) => {
    const query = parseListingQuery(new URLSearchParams(params))
    return query && withoutIdleEnds(query, ENDS)
  }
  const none = { minPricePaise: undefined, maxPricePaise: undefined }
  expect(asked('minprice=20&maxprice=505')).toMatchObject(none)
  const some = { minPricePaise: 2_500, maxPricePaise: 50_000 }
  expect(asked('minprice=25&maxprice=500')).toMatchObject(some)
})
