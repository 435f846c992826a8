import type { Order } from '#lib/checkout/order.ts'
import { packOf } from '#lib/checkout/pack-of.ts'
import { thumbnailFile } from '#lib/catalogue/picture.ts'
import { productPath } from '#lib/catalogue/variant.ts'
import { unitPriceText } from '#lib/catalogue/unit-price.ts'
import { formatRupees, rupeesToPaise } from '#lib/money.ts'
import { orderTexts } from '#lib/texts/browser/orders.ts'
import { Cell, Rows } from './Rows.tsx'

const columns = orderTexts.productColumns
const rupees = (sumRupees: number) => `₹${formatRupees(sumRupees)}`

/** What was bought, at the prices of that time (S-088). */
export function ProductsTable({ products }: Pick<Order, 'products'>) {
  return (
    <Rows columns={Object.values(columns)}>
      {products.map(({ productid, producttitle, choice, unit, image, ...product }) => (
        <tr key={`${productid} ${choice}`} role="row">
          <Cell label={columns.id}>
            <span className="break-all">{productid}</span>
          </Cell>
          <Cell label={columns.title}>
            <span>
              <a className="link font-semibold link-hover" href={productPath(productid)}>
                {producttitle}
              </a>
              <small className="grid text-sm text-muted empty:hidden">
                {packOf({ choice, unit })}
              </small>
            </span>
          </Cell>
          <Cell label={columns.image}>
            {image && (
              <img
                className="size-14 rounded-field bg-base-200 object-contain"
                src={`/uploads/${thumbnailFile(image)}`}
                alt={producttitle}
                width="64"
                height="64"
                loading="lazy"
              />
            )}
          </Cell>
          <Cell label={columns.price} isNumber>
            <span className="grid">
              {rupees(product.price)}
              <small className="text-xs text-muted empty:hidden">
                {unitPriceText(rupeesToPaise(product.price), unit || choice)}
              </small>
            </span>
          </Cell>
          <Cell label={columns.quantity} isNumber>
            {product.quantity}
          </Cell>
          <Cell label={columns.amount} isNumber>
            {rupees(product.subtotal)}
          </Cell>
        </tr>
      ))}
    </Rows>
  )
}
