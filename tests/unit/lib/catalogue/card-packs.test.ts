import { expect, test } from 'vitest'
import {
  cardChoices,
  cardOfPack,
  choiceOf,
  packAttribute,
  readPacks,
} from '#lib/catalogue/card-packs.ts'
import { preset, productView } from '#lib/catalogue/product-view.ts'
import { aProduct } from '#tests/support/a-product.ts'

const PACKS = [
  { label: '500 g', pricePaise: 6200, oldPricePaise: null, stock: null },
  { label: '1/2 peti', pricePaise: 11_800, oldPricePaise: 13_000, stock: 0 },
]
const besan = aProduct({ weights: ['500 g', '1/2 peti'], packKind: 'weight', packs: PACKS })

test('a card says its packs in one attribute, which reads back as the same', () => {
  const choices = cardChoices(besan)
  expect(choices).toEqual({
    kind: 'weight',
    packs: [
      { label: '500 g', pricePaise: 6200, oldPricePaise: null, isInStock: true },
      { label: '1/2 peti', pricePaise: 11_800, oldPricePaise: 13_000, isInStock: false },
    ],
  })
  const attribute = packAttribute(choices ?? { kind: 'weight', packs: [] })
  expect(attribute).toEqual({ 'data-weight': '500 g=6200|1/2 peti=11800/13000!' })
  expect(readPacks({ weight: attribute['data-weight'] })).toEqual(choices)
})

test('a card leaves to the page what has more than one kind of choice, and has none where none is', () => {
  expect(cardChoices(aProduct({ rams: ['8 GB'], sizes: ['13 inch', '15 inch'] }))).toBeNull()
  expect(cardChoices(aProduct())).toBeNull()
  expect(readPacks({})).toBeNull()
  expect(readPacks({ weight: 'hand-edited' })).toEqual({ kind: 'weight', packs: [] })
})

test('the card of one pack has its price and size, and stays whole where that pack is no more (G19)', () => {
  const card = { ...besan, choices: cardChoices(besan) }
  const { choices, ...rest } = cardOfPack(card, '1/2 peti')
  expect(rest).toMatchObject({ unit: '1/2 peti', pricePaise: 11_800, oldPricePaise: 13_000 })
  expect([rest.isInStock, choices?.packs.length]).toEqual([false, 1])
  expect(cardOfPack(card, '5 kg')).toBe(card)
})

test('what comes in one way alone is chosen already', () => {
  const rice = aProduct({ weights: ['1 kg'], packKind: 'weight', packs: PACKS.slice(0, 1) })
  expect(preset(productView(rice), undefined)).toEqual({ weight: '1 kg' })
  expect(preset(productView(besan), undefined)).toEqual({})
  expect(preset(productView(besan), '500 g')).toEqual({ weight: '500 g' })
  expect(choiceOf({ kind: 'weight' }, '1 kg')).toMatchObject({ productweight: '1 kg' })
})
