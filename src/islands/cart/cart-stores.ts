// What a change of the cart takes: it comes once its screen is live, not before (load-stores.ts).
export { changeQuantity, removeLine, saveForLater } from '#stores/buying.ts'
export { $cart, confirmCart, refreshCart } from '#stores/cart.ts'
