import { expect, test } from 'vitest'
import { cityAt, cityPositions } from '#lib/checkout/city-positions.ts'
import { pinCities } from '#lib/checkout/pin-places.ts'
import { decodePlace } from '#lib/checkout/place.ts'

test('each city of the PIN table has a position within India, and no other has one', () => {
  const positions = cityPositions()
  const known = new Set(pinCities().map(({ city }) => city))
  expect(new Set(positions.map(({ city }) => city))).toEqual(known)
  for (const { city, latitude, longitude } of positions) {
    expect(latitude, city).toSatisfy((value: number) => value > 8 && value < 36)
    expect(longitude, city).toSatisfy((value: number) => value > 69 && value < 96)
  }
})

test('a position names the nearest city and the digits that its PIN codes share', () => {
  expect(cityAt({ latitude: 18.55, longitude: 73.8 })).toEqual({ city: 'Pune', digits: '4110' })
  expect(cityAt({ latitude: 19.05, longitude: 73.02 })).toEqual({
    city: 'Navi Mumbai',
    digits: '400',
  })
  expect(cityAt({ latitude: 48.85, longitude: 2.35 })).toBeUndefined()
})

test('a kept place that is none is not believed', () => {
  const pune = { pin: '411001', city: 'Pune', state: 'Maharashtra', delivered: true }
  expect(decodePlace(JSON.stringify(pune)), 'kept before it said when').toEqual({
    ...pune,
    when: '',
  })
  expect(decodePlace(JSON.stringify({ ...pune, when: 'today' }))).toEqual({
    ...pune,
    when: 'today',
  })
  for (const text of [null, '', 'null', '{}', JSON.stringify({ ...pune, pin: '<b>' })])
    expect(decodePlace(text)).toBeUndefined()
})
