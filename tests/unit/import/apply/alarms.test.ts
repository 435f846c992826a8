import { expect, test } from 'vitest'
import { alarmsOf } from '#lib/server/import/apply/describe/alarms.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'

const change = (at: number, field: string, old: string, now: string): FieldChange => ({
  ...{ what: `product Dal ${at}`, sku: `D-${at}`, field, old, new: now },
})
const many = <Made>(count: number, make: (at: number) => Made) =>
  Array.from({ length: count }, (_, at) => make(at))
const look = (changes: FieldChange[], withdrawn = 0, products = 100) =>
  alarmsOf({ changes, withdrawn, products })

test('usual changes of prices, stock and texts raise no alarm', () => {
  const changes = many(40, (at) => change(at, 'price', '100.00', `${80 + at}.00`))
  expect(
    look([...changes, change(1, 'stock', '0', '900'), change(1, 'name', 'Dal', 'Dhal')]),
  ).toEqual([])
})

test('a price that triples is named; of a few products no number has to be typed', () => {
  const [alarm] = look([
    change(7, 'price', '100.00', '1000.00'),
    change(8, 'price', '9.00', '10.00'),
  ])
  expect(alarm).toMatchObject({ count: 1, isGrave: false })
  expect(alarm?.text).toContain('Dal 7, from ₹100 to ₹1,000')
})

test('paise that were read as rupees are told as such, and are grave', () => {
  const alarms = look(
    many(30, (at) => change(at, 'price', `${at + 10}.00`, `${(at + 10) * 100}.00`)),
  )
  expect(alarms.map(({ isGrave }) => isGrave)).toEqual([true, true])
  expect(alarms.map(({ text }) => text).join()).toContain('Are they in paise?')
  const down = look(many(30, (at) => change(at, 'price', '4500.00', '45.00')))
  expect(down.map(({ text }) => text).join()).toContain('meant in rupees?')
})

test('half a list with the rest withdrawn is grave, a tenth and less is not told', () => {
  expect(look([], 50)).toMatchObject([{ count: 50, isGrave: true }])
  expect(look([], 10)).toEqual([])
  expect(look([], 4, 8)).toEqual([])
})

test('names and categories that were exchanged are told', () => {
  const swapped = many(2, (at) => [
    change(at, 'name', `Dal ${at}`, 'Pulses'),
    change(at, 'category', 'Pulses', `Dal ${at}`),
  ]).flat()
  expect(look(swapped)).toMatchObject([{ count: 2, text: expect.stringContaining('“Pulses”') }])
})

test('letters that came back as question marks are told, however few, and ask for their number (E17)', () => {
  const changes = [
    change(1, 'name', 'Toor dal (तूर दाल)', 'Toor dal (??? ???)'),
    change(1, 'description', 'अच्छी दाल', '????? ???'),
    change(2, 'aliases', 'besan|बेसन|jalapeño', 'besan|????|jalape\u00f1o'),
    // What is only asked, or translated, is no slip.
    change(3, 'description', 'क्या??', 'Why??'),
    change(4, 'name', 'Dal', 'Dal??'),
    change(5, 'name', 'दाल', 'Dal'),
  ]
  expect(look(changes)).toMatchObject([
    {
      ...{ count: 2, isGrave: true, act: 'Put question marks into 2 entries' },
      text: expect.stringContaining('Toor dal (तूर दाल); Dal 2. Save the list as “CSV UTF-8”'),
    },
  ])
  // A change is described by its new name.
  const spoilt = (at: number, name: string) => ({
    ...change(at, 'name', name, '???? 500 g'),
    what: 'product ???? 500 g',
  })
  expect(look([spoilt(1, 'चीनी 500 g'), spoilt(2, 'मूंग 500 g')])).toMatchObject([
    { count: 2, text: expect.stringContaining('चीनी 500 g; मूंग 500 g') },
  ])
})

test('a column that comes back empty for many products is told', () => {
  const alarms = look(many(20, (at) => change(at, 'description', 'Good dal.', '')))
  expect(alarms).toMatchObject([
    { count: 20, isGrave: true, text: expect.stringContaining('description') },
  ])
})

test('a shop that would be sold out is grave, and told as such; a few products are not', () => {
  const soldOut = many(20, (at) => change(at, 'stock', at % 2 ? '5' : '', '0'))
  expect(look(soldOut)).toMatchObject([
    {
      ...{ count: 20, isGrave: true, act: 'Mark 20 products as sold out' },
      text: '20 products of 100 would be sold out: nobody could buy them any more.',
    },
  ])
  expect(look(soldOut.slice(0, 10))).toEqual([])
  const packs = many(11, (at) =>
    change(
      at,
      'packs',
      '1 kg=62.00, 4 in stock|5 kg=9.00',
      '1 kg=62.00, 0 in stock|5 kg=9.00, 0 in stock',
    ),
  )
  expect(look(packs)).toMatchObject([{ count: 11, isGrave: true }])
})

test('prices that fall by much in much of the shop are told, with one of them', () => {
  const half = many(30, (at) => change(at, 'price', '100.00', '50.00'))
  expect(look(half)).toMatchObject([
    {
      ...{ count: 30, isGrave: true, act: 'Change the prices of 30 products' },
      text: '30 products of 100 would cost less by 30 % or more: Dal 0, from ₹100 to ₹50',
    },
  ])
  expect(look(half.slice(0, 10))).toEqual([])
})
