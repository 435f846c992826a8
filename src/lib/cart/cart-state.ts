import * as z from 'zod/mini'
import { cartItemSchema } from './cart.ts'
import { decodeStored } from '#lib/browser/stored.ts'
import { wishSchema } from './wishlist.ts'

const cartStateSchema = z.object({
  /** The owner; another user of this browser starts with an empty cart. */
  userid: z.string(),
  /** Of two carts, the one with the larger number is newer (docs/cart.md). */
  revision: z.int(),
  items: z.array(cartItemSchema),
})
/** The server's cart as last received by this browser. */
export type CartState = z.infer<typeof cartStateSchema>

export const NO_CART: CartState = Object.freeze({ userid: '', revision: 0, items: [] })

/** Reads the stored cart; empty if it is not valid. */
export function decodeCart(stored: string): CartState {
  return decodeStored(cartStateSchema, stored, NO_CART)
}

const wishStateSchema = z.object({ userid: z.string(), items: z.array(wishSchema) })
/** The server's wishlist as last received by this browser. */
export type WishState = z.infer<typeof wishStateSchema>

export const NO_WISHES: WishState = Object.freeze({ userid: '', items: [] })

/** Reads the stored wishlist; empty if it is not valid. */
export function decodeWishes(stored: string): WishState {
  return decodeStored(wishStateSchema, stored, NO_WISHES)
}
