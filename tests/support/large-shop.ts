import type { Insertable } from 'kysely'
import type { ProductTable } from '#lib/server/database/schema.ts'
import { fill, productRow } from './catalogue-rows.ts'
import type { TestDatabase } from './databases/database.ts'

const BRANDS = 60
const UNITS = ['500 g', '1 kg', '750 ml', '6 x 100 g', '', '1 piece']
const KINDS = ['Rice', 'Dal', 'Atta', 'Oil', 'Tea', 'Ghee', 'Paneer', 'Salt']
const MANNERS = ['Fresh', 'Golden', 'Family', 'Classic', 'Organic']

/**
 * A product of a large shop; together they have values for everything that is filtered or sorted
 * by.
 */
function largeRow(number: number): Insertable<ProductTable> {
  const kind = KINDS[number % KINDS.length] ?? ''
  const name = `${MANNERS[number % MANNERS.length] ?? ''} ${kind} Everyday ${number}`
  return productRow({
    ...{ number, name, brand: `Brand ${number % BRANDS}` },
    description:
      `${name} comes from small farms, is cleaned and packed the same week, and keeps in a dry jar for a month. `.repeat(
        3,
      ),
    category_id: `category-${number % 3}`,
    subcat_id: `shelf-${number % 3}-${number % 4}`,
    price_paise: 1000 + ((number * 7919) % 90_000),
    unit: UNITS[number % UNITS.length] ?? '',
    initial_rating: 10 + (number % 41),
    countries: number % 5 === 0 ? 'India|Nepal' : '',
    veg: number % 3 === 0 ? 'nonveg' : 'veg',
    stock: number % 7 === 0 ? 0 : null,
    oldprice_paise: number % 4 === 0 ? 100_000 : null,
    is_featured: Number(number % 50 === 0),
    aliases: number % 9 === 0 ? 'chawal|bhaat' : '',
    created_at: 1000 + (number % 1000),
  })
}

/** Fills an empty database with `count` products in three categories. */
export async function fillLarge({ db }: TestDatabase, count: number): Promise<void> {
  const tops = [0, 1, 2].map((at) => `category-${at}`)
  const shelves = tops.flatMap((top, at) => [0, 1, 2, 3].map((sub) => `${top}/shelf-${at}-${sub}`))
  await fill(
    db,
    [...tops, ...shelves],
    Array.from({ length: count }, (_, at) => largeRow(at + 1)),
  )
}
