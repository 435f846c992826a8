import type { CartItem } from '#lib/cart/cart.ts'
import { paiseToRupees } from '#lib/money.ts'
import { largestFile } from '#lib/catalogue/picture.ts'
import { labelOf } from './choice.ts'
import type { Cart, CartLine } from './read-cart.ts'

/** The cart as GET /api/cart gives it: a bare array (S-172). */
export function cartShape({ lines }: Pick<Cart, 'lines'>, userId: string): CartItem[] {
  return lines.map((line) => itemShape(line, userId))
}

function itemShape(line: CartLine, userId: string): CartItem {
  const { pricePaise, oldPricePaise, seenPricePaise, quantity, choice, picture } = line
  return {
    _id: line.id,
    productid: line.productId,
    userid: userId,
    producttitle: line.title,
    image: picture ? largestFile(picture) : '',
    rating: line.rating,
    price: paiseToRupees(pricePaise),
    quantity,
    subtotal: paiseToRupees(pricePaise * quantity),
    choice: labelOf(choice),
    pack: line.packLabel ?? '',
    unit: line.unit,
    productrams: choice.ram ?? '',
    productsize: choice.size ?? '',
    productweight: choice.weight ?? '',
    oldprice: oldPricePaise === null ? null : paiseToRupees(oldPricePaise),
    wasprice: seenPricePaise === pricePaise ? null : paiseToRupees(seenPricePaise),
    stock: line.stock,
    state: line.state,
  }
}
