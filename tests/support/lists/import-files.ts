import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import {
  importCatalogue,
  type ImportOptions,
  type ImportReport,
} from '#lib/server/import/apply/import.ts'
import { expandList } from '#lib/server/import/packs/companion-list.ts'
import type { ImportedProduct, RowFault } from '#lib/server/import/read/product/product.ts'
import { type ImportMap, readMap } from '#lib/server/import/read/columns/map.ts'
import { readProductFile } from '#lib/server/import/read/product-file.ts'
import type { TestDatabase } from '../databases/database.ts'

/** Path of a file in tests/fixtures/import. */
export const fixture = (name: string) => join(import.meta.dirname, '../../fixtures/import', name)

/** Makes a folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Writes files into a new folder.
 * @returns its path
 */
export function folderOf(files: Record<string, string | Uint8Array>): string {
  const folder = newFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

/** A small picture of one colour. */
export function picture(colour: string, width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

export type Read = {
  products: ImportedProduct[]
  faults: RowFault[]
  warnings: string[]
  parsed: number
}

/** Reads a product file as the import does, in chunks of `size` bytes. */
export async function readBytes(bytes: Uint8Array, size = 65_536, map?: ImportMap): Promise<Read> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size))
  }
  const products: ImportedProduct[] = []
  const report = await readProductFile(pieces, map, ({ product }) => void products.push(product))
  return { ...report, products }
}

/** Reads the text of a product file as the import does. */
export const readText = (text: string) => readBytes(Buffer.from(text))

/** Parses a map that must be valid. */
export function mapOf(json: object): ImportMap {
  const map = readMap(JSON.stringify(json))
  if (!map.ok) throw new Error(map.error)
  return map.value
}

/** Imports a path as `shop import` does. */
export async function importPath(
  shop: TestDatabase,
  path: string,
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  const report = await importCatalogue(shop.db, path, { dataDir: shop.dataDir, ...options })
  if (!report) throw new Error(`There is nothing at ${path}`)
  return report
}

/** Imports a list as desk and command line do: its rows may be about single packs. */
export async function bringList(
  shop: TestDatabase,
  text: string,
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  const list = fileOf(text)
  const whole = await expandList(shop.db, list)
  if (!whole) return importPath(shop, list, options)
  return importPath(shop, fileOf(whole.text), { ...options, refusals: whole.refusals })
}

/**
 * Writes a list to a file.
 * @returns its path
 */
export const fileOf = (text: string) => join(folderOf({ 'list.csv': text }), 'list.csv')

/** Imports the text of a products.csv. */
export function importText(shop: TestDatabase, text: string, options: Partial<ImportOptions> = {}) {
  const file = join(folderOf({ 'products.csv': text }), 'products.csv')
  return importPath(shop, file, options)
}

/** The names announced by the last change, sorted. */
export async function lastNames(shop: TestDatabase): Promise<string[]> {
  const change = await shop.db
    .selectFrom('catalogue_change')
    .select('names')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return change ? change.names.split('\n').sort() : []
}

/** The rows of a table as plain objects, for comparison. */
export async function rowsOf(
  shop: TestDatabase,
  table: 'product' | 'pack' | 'category' | 'banner',
) {
  const rows = await shop.db.selectFrom(table).selectAll().execute()
  return rows.map((row) => ({ ...row }))
}
