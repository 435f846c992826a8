import { formatRupees } from '#lib/money.ts'
import { followSummary } from './cart-summary.ts'

/**
 * `<cart-bar>`: what lies in the cart and the way there, at the lower edge of a phone; a product's own bar has
 * that place before it. No sheet asks for it by `body:has()`: each change of a page would style all of it anew.
 */
class CartBar extends HTMLElement {
  connectedCallback(): void {
    const isTaken = document.querySelector('main [data-add-bar]') !== null
    followSummary(({ count, totalRupees }) => {
      const text = this.querySelector('span')
      if (!text) return
      this.hidden = count === 0 || isTaken
      const items = count === 1 ? this.dataset['item'] : this.dataset['items']
      text.textContent = `${count} ${items} \u00b7 \u20b9${formatRupees(totalRupees)}`
    })
  }
}

customElements.define('cart-bar', CartBar)
