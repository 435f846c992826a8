import { expect, test } from 'vitest'
import { isPinOfState } from '#lib/checkout/pin-codes.ts'
import { pinCities, placeOfPin } from '#lib/checkout/pin-places.ts'

test('a PIN code of a city names city and state', () => {
  expect(placeOfPin('411001')).toEqual({ city: 'Pune', state: 'Maharashtra' })
  expect(placeOfPin('110017')).toEqual({ city: 'New Delhi', state: 'Delhi' })
  expect(placeOfPin('560102')).toEqual({ city: 'Bengaluru', state: 'Karnataka' })
  expect(placeOfPin('201310')).toEqual({ city: 'Greater Noida', state: 'Uttar Pradesh' })
})

test('outside of the cities only a state that is sure is named', () => {
  expect(placeOfPin('413512')).toEqual({ city: undefined, state: 'Maharashtra' })
  expect(placeOfPin('403601')).toEqual({ city: undefined, state: 'Goa' })
  expect(placeOfPin('246001')).toEqual({ city: undefined, state: undefined })
})

test('what is no PIN code, or the army’s, names nothing', () => {
  for (const pin of ['', '41100', '041100', '4110011', '900001', 'SW1A 1A']) {
    expect(placeOfPin(pin)).toEqual({ city: undefined, state: undefined })
  }
})

test('every city lies in a state that the checkout accepts for its PIN codes (A08)', () => {
  for (const { prefix, city, state } of pinCities()) {
    const pin = prefix.padEnd(6, '1')
    expect(isPinOfState(pin, state), `${pin} ${city}`).toBe(true)
    expect(placeOfPin(pin), pin).toEqual({ city, state })
  }
})
