import type { Pack, Product } from '#lib/catalogue/product.ts'

/** A product as the catalogue returns it; a test states only the fields it is about. */
export function aProduct(known: Partial<Product> = {}): Product {
  return {
    id: 'toor-dal',
    sku: 'DAL-001',
    name: 'Toor Dal',
    brand: 'Chulhavali',
    unit: '500 g',
    pricePaise: 8400,
    oldPricePaise: null,
    rating: 0,
    isInStock: true,
    packCount: known.packs?.length ?? 0,
    hasChoices: false,
    veg: '',
    picture: null,
    category: { id: 'dal-pulses', name: 'Dal & Pulses' },
    subcat: { id: 'toor-chana', name: 'Toor & Chana' },
    description: 'Split pigeon peas, unpolished.',
    stock: null,
    isFeatured: false,
    rams: [],
    sizes: [],
    weights: [],
    packKind: null,
    packs: [],
    countries: [],
    aliases: [],
    gtin: '',
    initialRating: null,
    specs: [],
    hsn: '',
    gstPercent: null,
    origin: '',
    shelfLife: '',
    pictures: [],
    reviewCount: 0,
    reviewAverage: null,
    createdAt: 0,
    changedAt: 0,
    ...known,
  }
}

/** A pack; a test states only the fields it is about. */
export const aPack = (label: string, pricePaise: number, known: Partial<Pack> = {}): Pack => ({
  label,
  pricePaise,
  oldPricePaise: null,
  stock: null,
  ...known,
})
