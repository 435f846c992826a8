import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import type { TestDatabase } from '../databases/database.ts'

/** A row of an editor's file; fields left out are those of an ordinary dal. */
export type Row = {
  sku: string
  name?: string
  brand?: string
  category?: string
  subcategory?: string
  description?: string
  price?: string
  oldprice?: string
  weight?: string
  unit?: string
  stock?: string
  featured?: string
}

const COLUMNS = [
  'sku',
  'name',
  'brand',
  'category',
  'subcategory',
  'description',
  'price',
  'oldprice',
  'weight',
  'unit',
  'stock',
  'featured',
] as const

const ORDINARY = { name: 'Toor dal', category: 'Pulses', subcategory: 'Dal', price: '120' }

/** Writes rows as a products.csv. */
export function productLines(rows: Row[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = rows.map((row) => {
    const full: Record<string, string> = { ...ORDINARY, ...row }
    return COLUMNS.map((column) => quoted(full[column] ?? '')).join(',')
  })
  return `${[COLUMNS.join(','), ...lines].join('\n')}\n`
}

/**
 * Imports rows as `shop import` does.
 * @throws if a row is refused
 */
export async function importRows(shop: TestDatabase, rows: Row[], { replace = false } = {}) {
  const file = join(shop.dataDir, 'products.csv')
  writeFileSync(file, productLines(rows))
  const report = await importCatalogue(shop.db, file, { dataDir: shop.dataDir, replace })
  if (!report || report.isRefused) throw new Error(JSON.stringify(report?.errors))
  return report
}
