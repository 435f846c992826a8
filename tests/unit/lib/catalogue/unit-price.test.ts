import { describe, expect, test } from 'vitest'
import { parseMeasure, unitPrice } from '#lib/catalogue/unit-price.ts'

describe('the weight or volume of a pack', () => {
  test.each([
    ['500 g', 500, 'g'],
    ['500g', 500, 'g'],
    ['500gm', 500, 'g'],
    ['1 kg', 1000, 'g'],
    ['1Kg', 1000, 'g'],
    ['1.5 kg', 1500, 'g'],
    ['750 ml', 750, 'ml'],
    ['1 L', 1000, 'ml'],
    ['2 ltr', 2000, 'ml'],
    ['6 x 100 g', 600, 'g'],
    ['6x100g', 600, 'g'],
    ['3 × 1.1 kg', 3300, 'g'],
  ])('is read from %s', (text, amount, unit) => {
    expect(parseMeasure(text)).toEqual({ amount, unit })
  })

  test.each(['', '1 pc', 'Large', '12', 'g', '0 g', '500 g pouch', '1 kg + 1 kg', '6 x', '-1 kg'])(
    'is not guessed from %j',
    (text) => {
      expect(parseMeasure(text)).toBeUndefined()
    },
  )
})

describe('the price per kilogram or litre', () => {
  test('is exact where it can be', () => {
    expect(unitPrice(6200, '500 g')).toMatchObject({ paise: 12400, per: 'kg' })
    expect(unitPrice(6200, '250 ml')).toMatchObject({ paise: 24800, per: 'l' })
  })

  test('is rounded to the paisa where it cannot', () => {
    expect(unitPrice(10000, '300 g')?.paise).toBe(33333)
  })

  test('equals the price of a kilogram pack', () => {
    expect(unitPrice(28950, '1 kg')?.paise).toBe(28950)
  })

  test('is not given for what has no weight', () => {
    expect(unitPrice(6200, '1 pc')).toBeUndefined()
  })
})
