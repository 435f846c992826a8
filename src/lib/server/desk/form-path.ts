import { deskProductPath, productsPath } from '#lib/desk/products.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import { deskProductTexts } from '#lib/texts/page/desk-products.ts'
import { CONTENT_PARTS } from './content/parts.ts'
import { findBySku } from './products/find-by-sku.ts'
import type { DeskReport } from './report.ts'
import { formName } from './upload-files.ts'

/** The page to return to from a form's list, found by the list's name. */
export function formHome(name: string): { path: string; title: string } {
  const part = CONTENT_PARTS.find((one) => formName(deskContentTexts.parts[one]) === name)
  if (!part) return { path: productsPath, title: deskProductTexts.title }
  return { path: `/desk/content/${part}`, title: deskContentTexts.parts[part] }
}

/** The path of a form's page that shows again what was typed, which is kept with list `id`. */
export const typedFormPath = (path: string, id: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}list=${id}`

/**
 * The form in which the faults of a list can be corrected: the page of the product, or, for several products, the
 * page that lists all.
 */
export async function faultyForm(
  db: Db,
  name: string,
  { faults }: Pick<DeskReport, 'faults'>,
): Promise<string> {
  const { path } = formHome(name)
  const [sku = '', ...others] = new Set(faults.map((fault) => fault.sku))
  if (path !== productsPath || sku === '' || others.length > 0) return path
  return deskProductPath((await findBySku(db, sku)) ?? 'new')
}
