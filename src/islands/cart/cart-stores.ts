// What a change of the cart takes: it comes once a screen that shows it is live, not before (load-stores.ts).
export { changeQuantity, removeLine, saveForLater, stepLine } from '#stores/buying.ts'
export { $cart, confirmCart, refreshCart } from '#stores/cart.ts'
