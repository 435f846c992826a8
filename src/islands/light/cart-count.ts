import { formatRupees } from '#lib/money.ts'
import { countUnits } from './count-units.ts'
import { followSummary } from './cart-summary.ts'

/** `<cart-count>`: units and total of the cart in the header (S-026). */
class CartCount extends HTMLElement {
  connectedCallback(): void {
    followSummary(({ count, totalRupees }) => {
      countUnits(count)
      const price = this.querySelector('small')
      if (price) price.textContent = `Rs ${formatRupees(totalRupees)}`
    })
  }
}

customElements.define('cart-count', CartCount)
