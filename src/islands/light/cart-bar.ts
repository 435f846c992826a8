import { priceText, rupeesToPaise } from '#lib/money.ts'
import { followSummary } from './cart-summary.ts'

/**
 * `<cart-bar>`: count and total of the cart with a link to it, at the lower edge of a phone, unless
 * a product's own bar stands there. Script decides that, as `body:has()` in a style sheet would
 * recompute all styles at every change of the page.
 */
class CartBar extends HTMLElement {
  connectedCallback(): void {
    const isTaken = document.querySelector('main [data-add-bar]') !== null
    followSummary(({ count, totalRupees }) => {
      const text = this.querySelector('span')
      if (!text) return
      this.hidden = count === 0 || isTaken
      const items = count === 1 ? this.dataset['item'] : this.dataset['items']
      text.textContent = `${count} ${items} · ${priceText(rupeesToPaise(totalRupees))}`
    })
  }
}

customElements.define('cart-bar', CartBar)
