import type { PackView } from '#lib/catalogue/product-view-schema.ts'
import { unitPriceText } from '#lib/catalogue/unit-price.ts'
import { LOW_STOCK } from '#lib/limits.ts'
import { discountPercent } from '#lib/catalogue/discount.ts'
import { formatPaise } from '#lib/money.ts'
import { productTexts } from '#lib/texts/browser/product.ts'

/** Price, price per kilogram or litre, and stock of the chosen pack (S-057, S-058). */
export function Offer({ pack, sign }: { pack: PackView; sign: string }) {
  const { isMrp, label, oldPricePaise, pricePaise, stock } = pack
  const discount = discountPercent(pricePaise, oldPricePaise)
  const perUnit = unitPriceText(pricePaise, label)
  const isLow = stock !== null && stock > 0 && stock <= LOW_STOCK
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <p className="text-2xl font-bold tabular-nums">{sign + formatPaise(pricePaise)}</p>
      {oldPricePaise !== null && (
        <span className="text-muted">
          {isMrp ? productTexts.mrp : <span className="sr-only">{productTexts.oldPrice}</span>}
          <del>{sign + formatPaise(oldPricePaise)}</del>
        </span>
      )}
      {discount > 0 && (
        <span className="rounded-field bg-accent px-1.5 text-xs leading-5 font-bold text-accent-content">
          {productTexts.percentOff(discount)}
        </span>
      )}
      {perUnit && <p className="text-sm text-muted">{perUnit}</p>}
      {stock === 0 ? (
        <p className="text-sm font-bold text-error">{productTexts.outOfStock}</p>
      ) : (
        <p className="text-sm font-bold text-success">
          {productTexts.inStock}
          {isLow && <span className="ml-3 text-error">{productTexts.onlyLeft(stock)}</span>}
        </p>
      )}
    </div>
  )
}
