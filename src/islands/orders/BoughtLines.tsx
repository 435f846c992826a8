import type { Order } from '#lib/checkout/order.ts'
import { packOf } from '#lib/checkout/pack-of.ts'
import { thumbnailFile } from '#lib/catalogue/picture.ts'
import { productPath } from '#lib/catalogue/variant.ts'
import { unitPriceText } from '#lib/catalogue/unit-price.ts'
import { priceText, rupeesToPaise } from '#lib/money.ts'

/**
 * What was bought, at the prices of that time, one line each: an order's page is too narrow for the
 * table of S-088.
 */
export function BoughtLines({ products }: Pick<Order, 'products'>) {
  return (
    <ul className="grid divide-y divide-base-300">
      {products.map((product) => {
        const { productid, producttitle, choice, unit, image, price, quantity, subtotal } = product
        const pack = packOf(product)
        const paise = rupeesToPaise(price)
        const perUnit = unitPriceText(paise, unit || choice)
        return (
          <li key={`${productid} ${choice}`} className="flex flex-wrap items-start gap-3 py-3">
            {image && (
              <img
                className="size-[56px] flex-none rounded-field bg-base-200 object-contain"
                src={`/uploads/${thumbnailFile(image)}`}
                alt=""
                width="56"
                height="56"
                loading="lazy"
              />
            )}
            <div className="min-w-0 flex-1 basis-20">
              <a
                className="-my-2.5 block link py-3 leading-snug font-semibold link-hover"
                href={productPath(productid)}
              >
                {producttitle}
              </a>
              <p className="text-sm text-muted tabular-nums">
                {[pack, `${priceText(paise)} × ${quantity}`].filter(Boolean).join(' · ')}
                {perUnit && <small className="block text-xs">{perUnit}</small>}
              </p>
            </div>
            <b className="ml-auto py-1 font-semibold tabular-nums">
              {priceText(rupeesToPaise(subtotal))}
            </b>
          </li>
        )
      })}
    </ul>
  )
}
