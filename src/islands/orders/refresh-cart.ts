import { refreshCart } from '#stores/cart.ts'

// An order placed elsewhere, for example in another tab, has removed its lines from the cart.
void refreshCart()
