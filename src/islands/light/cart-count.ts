import { countUnits } from '#islands/wake/count-units.ts'
import { followSummary } from './cart-summary.ts'

/** `<cart-count>`: units and total of the cart in the header (S-026). */
class CartCount extends HTMLElement {
  connectedCallback(): void {
    followSummary(countUnits)
  }
}

customElements.define('cart-count', CartCount)
