import { extname } from 'node:path'
import type { Db } from '#lib/server/database/schema.ts'
import { composed } from './image-name.ts'

/** The name in an export of a picture whose own name another one has. */
export function distinctName(file: string, id: string): string {
  const extension = extname(file)
  return `${file.slice(0, -extension.length)}-${id}${extension}`
}

/** The name under which a picture was imported that an export calls `file`. */
export function importedName(file: string, id: string): string {
  const end = `-${id}${extname(file)}`
  return file.endsWith(end) ? `${file.slice(0, -end.length)}${extname(file)}` : file
}

/** File names of pictures in an export: as imported, made distinct if different pictures share a name. */
export class ImageNames {
  #idOfName = new Map<string, string>()
  #names = new Map<string, string>()

  /** Loads the names under which all pictures were imported. */
  static async load(trx: Db): Promise<ImageNames> {
    const names = new ImageNames()
    const products = await trx
      .selectFrom('product_image')
      .innerJoin('product', 'product.id', 'product_image.product_id')
      .select(['file', 'picture_id'])
      .where('withdrawn_at', 'is', null)
      .orderBy('number')
      .orderBy('product_image.position')
      .execute()
    for (const { file, picture_id } of products) names.#add(file, picture_id)
    const categories = await trx
      .selectFrom('category')
      .select(['image', 'picture_id'])
      .orderBy('id')
      .execute()
    for (const { image, picture_id } of categories) {
      if (image !== null && picture_id !== null) names.#add(image, picture_id)
    }
    const banners = await trx
      .selectFrom('banner')
      .select(['image', 'picture_id'])
      .orderBy('position')
      .execute()
    for (const { image, picture_id } of banners) names.#add(image, picture_id)
    return names
  }

  /** The export's name for a picture that was imported as `file`; empty if there is none. */
  of(file: string | null, pictureId: string | null): string {
    if (file === null || pictureId === null) return ''
    return this.#names.get(`${file}\n${pictureId}`) ?? ''
  }

  /** The ids of all pictures, with each name they have in the export. */
  *used(): Generator<[id: string, name: string]> {
    for (const [name, id] of this.#idOfName) yield [id, name]
  }

  #add(file: string, id: string): void {
    const key = `${file}\n${id}`
    if (this.#names.has(key)) return
    const imported = composed(file)
    const owner = this.#idOfName.get(imported)
    const name = owner === undefined || owner === id ? imported : distinctName(imported, id)
    this.#names.set(key, name)
    this.#idOfName.set(name, id)
  }
}
