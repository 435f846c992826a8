import { formatRupees } from '#lib/money.ts'
import { followSummary } from './cart-summary.ts'

/** `<cart-count>`: units and total of the cart in the header (S-026). */
class CartCount extends HTMLElement {
  connectedCallback(): void {
    followSummary(({ count, totalRupees }) => {
      const units = this.querySelector('b')
      const price = this.querySelector('small')
      if (!units || !price) return
      units.textContent = String(count)
      price.textContent = `Rs ${formatRupees(totalRupees)}`
    })
  }
}

customElements.define('cart-count', CartCount)
