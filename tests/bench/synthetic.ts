import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

const KINDS = [
  'Basmati Rice',
  'Toor Dal',
  'Wheat Atta',
  'Mustard Oil',
  'Turmeric Powder',
  'Masala Tea',
]
const MANNERS = [
  'Stone Ground',
  'Farm Fresh',
  'Hill Grown',
  'Classic',
  'Everyday',
  'Family Pack',
  'Select',
]
const PLACES = [
  'Dehradun',
  'Nashik',
  'Guntur',
  'Coorg',
  'Kutch',
  'Ratnagiri',
  'Madurai',
  'Shillong',
]
const BRANDS = ['Dhaanya Lane', 'Amrai & Sons', 'Aangan Fields', 'Tulsi Court', 'Saanjh Kitchen']
const UNITS = ['500 g', '1 kg', '2 kg', '5 kg', '750 ml', '1 L']
const CATEGORY_COUNT = 11
const SUBCATS_EACH = 8

/** The header line of a products.csv. */
export const COLUMNS =
  'sku,name,brand,category,subcategory,description,price,oldprice,images,ram,size,weight,countries,stock,unit,featured'

/** A pseudo-random sequence, the same for the same seed, so that runs can be compared. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return Math.floor((state / 4294967296) * below)
  }
}

/** One line of a products.csv, always the same for an index; every fourth product has two packs. */
export function productLine(index: number, pricePaise?: number): string {
  const next = numbers(index * 7919 + 17)
  const pick = (words: string[]) => words[next(words.length)] ?? ''
  const category = index % CATEGORY_COUNT
  const subcat = Math.floor(index / CATEGORY_COUNT) % SUBCATS_EACH
  // Drawn even if a price is given: name, brand and unit must not change with it.
  const drawnPaise = 1000 + next(90_000)
  const paise = pricePaise ?? drawnPaise
  const rupees = (value: number) => (value / 100).toFixed(2)
  const unit = pick(UNITS)
  const name = `${pick(MANNERS)} ${pick(PLACES)} ${pick(KINDS)} ${index}`
  const hasPacks = index % 4 === 0
  const packs = hasPacks ? `${unit}=${rupees(paise)}|Twin pack=${rupees(paise * 2 - 100)}` : ''
  return [
    `SY-${index}`,
    name,
    pick(BRANDS),
    `Category ${category + 1}`,
    `Shelf ${category + 1}.${subcat + 1}`,
    `"${name} comes from small farms near ${pick(PLACES)}, cleaned and packed the same week. Keep it in a dry jar; ${unit} lasts a family of four about a month."`,
    rupees(paise),
    index % 3 === 0 && !hasPacks ? rupees(paise + 1500) : '',
    '',
    '',
    '',
    packs,
    index % 5 === 0 ? 'India|Nepal' : '',
    hasPacks ? '40|12' : index % 2 === 0 ? String(next(90)) : '',
    unit,
    index % 2500 === 0 ? 'yes' : '',
  ].join(',')
}

/** Writes a products.csv of `count` synthetic products. */
export async function writeProducts(file: string, count: number): Promise<void> {
  const out = createWriteStream(file)
  out.write(`${COLUMNS}\n`)
  for (let index = 0; index < count; index++) {
    if (!out.write(`${productLine(index)}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
}
