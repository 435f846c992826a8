import { decimalPrice } from '#lib/money.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { FIRST_APPENDED } from '#lib/server/import/apply/categories/category-rows.ts'
import { HIDDEN } from '#lib/server/catalogue/moved-category.ts'
import { packText } from './pack-text.ts'
import { type SeenPictures, Thumbnails } from './describe-pictures.ts'
import { bannerTexts, shopTexts, wordText } from './describe-shop.ts'
import { deskContentTexts, wordLabel } from '#lib/texts/page/desk-content.ts'
import type { Fields, LoggedChange } from '#lib/server/import/apply/change-log.ts'
import { endTime, saleTime } from '#lib/server/import/read/product/sale-times.ts'

/** A change of one field, as an editor would write it; `old` is null for a new thing. */
export type FieldChange = {
  what: string
  sku: string
  field: string
  old: string | null
  new: string | null
  /** Only if the field is about pictures. */
  pictures?: SeenPictures
}

/** Describes changes for editors: the columns of the files, with old and new texts. */
export async function describeChanges(db: Db, changes: LoggedChange[]): Promise<FieldChange[]> {
  return (await describeEach(db, changes)).flatMap(({ thing, fields }) =>
    fields.map((field) => ({ ...thing, ...field })),
  )
}

type Thing = Pick<FieldChange, 'what' | 'sku'>
/** A thing that changes, with its fields. */
export type Described = { thing: Thing; fields: Omit<FieldChange, keyof Thing>[] }

/** Like `describeChanges`, grouped by change. */
export async function describeEach(db: Db, changes: LoggedChange[]): Promise<Described[]> {
  const words = await Words.load(db, changes)
  const thumbnails = await Thumbnails.load(db, changes)
  return changes.map((change) => {
    const before = textsOf(change, change.before, words)
    const after = textsOf(change, change.after, words)
    tellPictures(change, { before, after }, words)
    const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    const shown = fields
      .map((field) => ({
        field,
        old: change.before === null ? null : (before[field] ?? ''),
        new: change.after === null ? null : (after[field] ?? ''),
      }))
      .filter((one) => one.old !== one.new && (one.old || one.new))
      .map((one) => {
        const pictures = PICTURE_FIELDS.has(one.field) ? thumbnails.of(change) : undefined
        return pictures ? { ...one, pictures } : one
      })
    return { thing: words.thing(change), fields: shown }
  })
}

const PICTURE_FIELDS = new Set(['images', 'image'])

/** The names of products and categories, by id. */
class Words {
  #categories = new Map<string, { name: string; image: string | null }>()
  #products = new Map<string, { sku: string; name: string }>()

  static async load(db: Db, changes: LoggedChange[]): Promise<Words> {
    const words = new Words()
    const categories = await db.selectFrom('category').select(['id', 'name', 'image']).execute()
    for (const { id, ...category } of categories) words.#categories.set(id, category)
    const ids = changes.flatMap(({ kind, key }) => (kind === 'product' ? [key] : []))
    for (let at = 0; at < ids.length; at += 1000) {
      const rows = await db
        .selectFrom('product')
        .select(['id', 'sku', 'name'])
        .where('id', 'in', ids.slice(at, at + 1000))
        .execute()
      for (const { id, sku, name } of rows) words.#products.set(id, { sku, name })
    }
    return words
  }

  category(id: unknown): string {
    return this.#categories.get(String(id))?.name ?? ''
  }

  imageOf(categoryId: string): string {
    return this.#categories.get(categoryId)?.image ?? ''
  }

  thing({ kind, key }: LoggedChange): { what: string; sku: string } {
    const product = kind === 'product' ? this.#products.get(key) : undefined
    if (product) return { what: `product ${product.name}`, sku: product.sku }
    if (kind === 'category') return { what: `category ${this.category(key)}`, sku: '' }
    if (kind === 'content') return { what: key.replace(':', ' '), sku: '' }
    return { what: PARTS[kind] ?? kind, sku: '' }
  }
}

type Texts = Record<string, string>

/** Parts that exist once in the shop, named as their forms are. */
const PARTS: Texts = {
  shop: deskContentTexts.parts.words,
  banners: deskContentTexts.parts.banners,
  delivery: deskContentTexts.parts.delivery,
  synonyms: deskContentTexts.parts.synonyms,
}

/** Marks a new picture under the same file name, since the names alone would look the same. */
function tellPictures(
  { kind, key, before, after }: LoggedChange,
  texts: { before: Texts; after: Texts },
  words: Words,
): void {
  if (!before || !after) return
  if (kind === 'product' && Array.isArray(before['images']) && Array.isArray(after['images'])) {
    const known: Image[] = before['images']
    const images: Image[] = after['images']
    texts.after['images'] = images.map((image) => imageText(image, known)).join('|')
  }
  const isNew = before['picture_id'] !== after['picture_id'] && !('image' in after)
  if (kind === 'category' && isNew) {
    texts.before['image'] = words.imageOf(key)
    texts.after['image'] = `${words.imageOf(key)} (new picture)`
  }
}

type Image = { file: string; picture_id: string }

function imageText({ file, picture_id }: Image, known: Image[]): string {
  const before = known.filter((image) => image.file === file)
  const isNew = before.length > 0 && !before.some((image) => image.picture_id === picture_id)
  return isNew ? `${file} (new picture)` : file
}

function textsOf(change: LoggedChange, fields: Fields | null, words: Words): Texts {
  if (fields === null) return {}
  const { kind } = change
  if (kind === 'product') return productTexts(fields, words)
  if (kind === 'banners') return bannerTexts(fields['rows'], change)
  if (kind === 'shop') return shopFields(fields)
  const texts: Texts = {}
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'changed_at' || name === 'picture_id') continue
    if (name === 'moved_to') texts['leads to'] = words.category(value)
    else if (name === 'pins' && Array.isArray(value)) texts['pin'] = value.join('|')
    else if (name === 'lines' && Array.isArray(value)) texts['names'] = value.join('; ')
    else if (name === 'position') {
      texts['shown'] = value === HIDDEN ? 'no' : 'yes'
      const isChosen = value !== HIDDEN && Number(value) < FIRST_APPENDED
      texts['order'] = isChosen ? textOf(value) : ''
    } else texts[CONTENT_COLUMNS[name] ?? name] = textOf(value)
  }
  return texts
}

/** The whole of shop.json or, in a conflict, single fields of it. */
const shopFields = (fields: Fields): Texts =>
  'json' in fields
    ? shopTexts(fields['json'])
    : Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [wordLabel(name), wordText(value)]),
      )

const CONTENT_COLUMNS: Texts = { published_on: 'date', body: 'text' }

/** The column of the editors' files that a field belongs to. */
export const columnOf = (field: string): string => COLUMN_OF[field] ?? field

const COLUMN_OF: Texts = {
  is_featured: 'featured',
  initial_rating: 'rating',
  gst_percent: 'gst',
  oldprice_paise: 'oldprice',
  price_paise: 'price',
  rams: 'ram',
  sizes: 'size',
  weights: 'weight',
  sale_paise: 'saleprice',
  sale_from: 'salefrom',
  sale_until: 'saleuntil',
  category_id: 'category',
  subcat_id: 'subcategory',
  withdrawn_at: 'on sale',
}
/** Fields that the packs tell already, or that no editor is interested in. */
const LEFT_OUT = new Set(['pack_kind', 'changed_at'])

function productTexts(fields: Fields, words: Words): Texts {
  const texts: Texts = {}
  for (const [name, value] of Object.entries(fields)) {
    if (LEFT_OUT.has(name)) continue
    texts[columnOf(name)] = productText(name, value, words)
  }
  return texts
}

function productText(name: string, value: unknown, words: Words): string {
  if (name === 'withdrawn_at') return value === null ? 'yes' : 'no'
  if (value === null) return ''
  if (name === 'category_id' || name === 'subcat_id') return words.category(value)
  if (name === 'sale_from') return saleTime(Number(value))
  if (name === 'sale_until') return endTime(Number(value))
  if (name.endsWith('_paise')) return decimalPrice(Number(value))
  if (name === 'is_featured') return value === 1 ? 'yes' : 'no'
  if (name === 'initial_rating') return (Number(value) / 10).toFixed(1)
  if (name === 'packs' && Array.isArray(value)) return value.map(packText).join('|')
  if (name === 'images' && Array.isArray(value)) {
    return value.map((image: Image) => image.file).join('|')
  }
  return textOf(value)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
