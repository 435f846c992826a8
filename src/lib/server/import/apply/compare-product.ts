import type { ImportedPack } from '#lib/server/import/read/product/product.ts'
import { FIELDS, type StoredProduct, type Wanted } from './product-merge.ts'

/** What differs between a product and what it is to become. */
export function compareProduct(known: StoredProduct, wanted: Wanted) {
  const isRowChanged = FIELDS.some((field) => known[field] !== wanted[field])
  const arePacksChanged = packsText(known.packs) !== packsText(wanted.packs)
  const arePicturesChanged = pictureIds(known) !== pictureIds(wanted)
  return {
    isChanged: isRowChanged || arePacksChanged || arePicturesChanged,
    isCardChanged: cardText(known, known.review_count) !== cardText(wanted, known.review_count),
    arePacksChanged,
    // The same picture under another file name: only the name is stored, and nothing is published.
    areImagesChanged: arePicturesChanged || fileNames(known) !== fileNames(wanted),
  }
}

const pictureIds = ({ images }: Wanted) => images.map((image) => image.picture_id).join('|')
const fileNames = ({ images }: Wanted) => images.map((image) => image.file).join('|')

function packsText(packs: ImportedPack[]): string {
  return JSON.stringify(
    packs.map((pack) => [
      pack.label,
      pack.price_paise,
      pack.oldprice_paise,
      pack.stock,
      pack.sale_paise,
      pack.base_paise,
      pack.base_oldprice_paise,
    ]),
  )
}

/**
 * What a product's card shows (src/lib/catalogue/product.ts), as text to compare. The initial rating shows only
 * while there are no reviews.
 */
function cardText(of: Wanted, reviewCount: number): string {
  const isInStock = of.packs.length > 0 ? of.packs.some(({ stock }) => stock !== 0) : of.stock !== 0
  return JSON.stringify([
    of.name,
    of.brand,
    of.unit,
    of.price_paise,
    of.oldprice_paise,
    reviewCount > 0 ? 0 : Math.round((of.initial_rating ?? 0) / 10),
    isInStock,
    [of.rams, of.sizes, of.weights],
    of.packs.map(({ label, price_paise, oldprice_paise, stock }) => {
      return [label, price_paise, oldprice_paise, stock !== 0]
    }),
    of.veg,
    of.images[0]?.picture_id,
  ])
}
