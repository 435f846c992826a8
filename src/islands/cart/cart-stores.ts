// What changing the cart needs. It is loaded once a screen that shows the cart is live, not before
// (load-stores.ts).
export { changeQuantity, removeLine, saveForLater, stepLine } from '#stores/buying.ts'
export { $cart, confirmCart, refreshCart } from '#stores/cart.ts'
