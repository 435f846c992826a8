import { expect, test } from 'vitest'
import { findBrokenLetters } from '#lib/server/import/read/text/broken-letters.ts'
import { readBytes } from '#tests/support/lists/import-files.ts'

/** A text as shown by a program that takes UTF-8 for Windows-1252, as Excel does with a CSV file. */
const broken = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))

test.each(['°', 'é', '’', 'गेहूँ का आटा', '₹', '½', '–'])('%s that was broken is told', (letters) => {
  expect(findBrokenLetters(`Dal ${broken(letters)} 1 kg`)?.meant).toBe(
    letters.includes(' ') ? letters.split(' ')[0] : letters,
  )
})

test.each(['Crème brûlée 20 °C', 'ÂME', 'Ã', 'Nestlé® – “Maggi”', 'आटा', 'Ångström Æ', 'ß½'])(
  '%s is as it was meant',
  (text) => {
    expect(findBrokenLetters(text)).toBeUndefined()
  },
)

test('a row whose letters were broken comes back with what they were', async () => {
  const list = `sku,name,category,price\nA-1,Oven ${broken('°')}C,Kitchen,1\nA-2,Dal,Pulses,2\n`
  const { faults, products } = await readBytes(Buffer.from(list))
  expect(faults).toMatchObject([{ line: 2, sku: 'A-1', column: 'name' }])
  expect(faults[0]?.reason).toContain('“Â°” was “°”')
  expect(products.map(({ sku }) => sku)).toEqual(['A-2'])
})
