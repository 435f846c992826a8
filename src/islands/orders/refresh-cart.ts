import { refreshCart } from '#stores/cart.ts'

// An order that was made elsewhere has taken its lines from the cart.
void refreshCart()
