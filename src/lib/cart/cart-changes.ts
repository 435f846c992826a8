import { paiseToRupees, rupeesToPaise } from '#lib/money.ts'
import { GUEST } from '#lib/account/session.ts'
import type { Choice } from '#lib/catalogue/choice.ts'
import * as z from 'zod/mini'
import { MAX_QUANTITY } from '#lib/limits.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import type { CartItem } from './cart.ts'
import { decodeStored } from '#lib/browser/stored.ts'

const text = z.string().check(z.maxLength(300))
const quantity = z.int().check(z.minimum(1), z.maximum(MAX_QUANTITY))
const choiceSchema = z.object({ productrams: text, productsize: text, productweight: text })

/** Names a line by its id, or by product and choice while the server has not assigned one. */
const lineSchema = z.extend(choiceSchema, { id: text, productid: text })
export type LineRef = z.infer<typeof lineSchema>

/** What a line shows before the server has answered; the price in rupees, as in the cart. */
const lookSchema = z.object({ title: text, image: text, price: z.number() })
export type Look = z.infer<typeof lookSchema>

/** The reference by which a change names a line, or an entry of the wishlist. */
export function lineRefOf(item: Choice & { _id: string; productid: string }): LineRef {
  const { _id: id, productid, productrams, productsize, productweight } = item
  return { id, productid, productrams, productsize, productweight }
}

/** What a line or wishlist entry shows of its product. */
export function lookOf(item: Pick<CartItem, 'producttitle' | 'image' | 'price'>): Look {
  const { producttitle, image, price } = item
  return { title: producttitle.slice(0, 300), image, price }
}

/**
 * `faults`: how often the server failed over this change. `sentAt`: when it was first sent, in epoch milliseconds; 0 if
 * it was not.
 */
const base = {
  ...{ key: z.uuidv4(), userid: text },
  ...{ faults: z.optional(z.int()), sentAt: z.optional(z.int()) },
}
const changeSchema = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('add'), line: lineSchema, quantity, look: lookSchema }),
  z.object({ ...base, kind: z.literal('set'), line: lineSchema, quantity, was: quantity }),
  z.object({ ...base, kind: z.literal('remove'), line: lineSchema, was: quantity }),
  z.object({ ...base, kind: z.literal('saveForLater'), line: lineSchema }),
  z.object({ ...base, kind: z.literal('wish'), productid: text }),
  z.object({ ...base, kind: z.literal('unwish'), id: text, productid: text }),
  z.object({ ...base, kind: z.literal('move'), id: text, line: lineSchema, look: lookSchema }),
])

const orNone = z._default(text, '')
/**
 * A press on ADD left over when its page was closed: the fields of the form, price in paise
 * (wake/count-units.ts).
 */
const pressSchema = z.pipe(
  z.object({
    ...{ productrams: orNone, productsize: orNone, productweight: orNone },
    ...{ key: z.uuidv4(), productid: text, price: z.int() },
    quantity: z.pipe(z.pipe(z.string(), z.transform(Number)), quantity),
  }),
  z.transform(({ key, quantity: units, price: pricePaise, ...line }) => ({
    ...{ kind: 'add' as const, key, userid: GUEST, quantity: units, sentAt: 0 },
    line: { id: '', ...line },
    look: { title: cartMessages.unnamed, image: '', price: paiseToRupees(pricePaise) },
  })),
)
const storedSchema = z.union([changeSchema, pressSchema])

/**
 * What the shopper did to cart or wishlist and the server has not confirmed (docs/cart.md). `move`
 * moves a wishlist entry to the cart.
 */
export type Change = z.infer<typeof changeSchema>
type Kind = Change['kind']
/** A change before it gets its key and user, and is sent. */
export type NewChange = {
  [K in Kind]: Omit<Extract<Change, { kind: K }>, keyof typeof base>
}[Kind]

/** Reads a change stored by this browser; undefined if it is none. */
export function decodeChange(stored: string): Change | undefined {
  // Browsers may still hold a `saveForLater` under its former name.
  const text = stored.replace('"kind":"later"', '"kind":"saveForLater"')
  return decodeStored(storedSchema, text, undefined)
}

/** The cart as it will be once the server has applied these changes. */
export function withChanges(cart: readonly CartItem[], changes: readonly Change[]): CartItem[] {
  return changes.reduce(withChange, [...cart])
}

function withChange(cart: CartItem[], change: Change): CartItem[] {
  switch (change.kind) {
    case 'add':
      return added(cart, change.line, change.quantity, change)
    case 'move':
      return added(cart, change.line, 1, change)
    case 'set': {
      const by = change.quantity - change.was
      return changed(cart, change.line, (item) => item.quantity + by)
    }
    case 'remove':
      return changed(cart, change.line, (item) => item.quantity - change.was)
    case 'saveForLater':
      return changed(cart, change.line, () => 0)
    default:
      return cart
  }
}

/** Finds a line by its id, or by product and choice. */
export function findLine(cart: readonly CartItem[], line: LineRef): CartItem | undefined {
  if (line.id !== '') return cart.find(({ _id }) => _id === line.id)
  return cart.find((item) => isSame(item, line))
}

function isSame(item: Choice & { productid: string }, line: LineRef): boolean {
  return (
    item.productid === line.productid &&
    item.productrams === line.productrams &&
    item.productsize === line.productsize &&
    item.productweight === line.productweight
  )
}

function added(
  cart: CartItem[],
  line: LineRef,
  quantity: number,
  { look, userid }: { look: Look; userid: string },
): CartItem[] {
  const found = cart.find((item) => isSame(item, line))
  if (found) return changed(cart, { ...line, id: found._id }, (item) => item.quantity + quantity)
  const { id: _, ...named } = line
  const { productrams, productsize, productweight } = named
  const item: CartItem = {
    ...{ ...named, _id: '', userid, producttitle: look.title, image: look.image, rating: 0 },
    ...{ price: look.price, quantity, subtotal: 0, oldprice: null, wasprice: null },
    ...{ choice: [productrams, productsize, productweight].filter(Boolean).join(', ') },
    ...{ stock: null, state: 'ok' },
  }
  return [...cart, withQuantity(item, quantity)]
}

/** Changes a line's quantity; below 1 the line is removed, as on the server. */
function changed(
  cart: CartItem[],
  line: LineRef,
  quantityOf: (item: CartItem) => number,
): CartItem[] {
  const found = findLine(cart, line)
  if (!found) return cart
  const quantity = Math.min(quantityOf(found), MAX_QUANTITY)
  if (quantity < 1) return cart.filter((item) => item !== found)
  return cart.map((item) => (item === found ? withQuantity(item, quantity) : item))
}

function withQuantity(item: CartItem, quantity: number): CartItem {
  return { ...item, quantity, subtotal: paiseToRupees(rupeesToPaise(item.price) * quantity) }
}
