import { type CartSummary, decodeSummary } from '#lib/cart/cart-summary.ts'
import { formatPaise } from '#lib/money.ts'
import { CART_SUMMARY_KEY } from '#lib/storage-keys.ts'
import { firstInput } from '#islands/kit/first-input.ts'

let wake = (): void => {}
const woken = new Promise<void>((resolve) => (wake = resolve))

/** Has the header follow the cart before the first input, when something else has loaded it. */
export function followCart(): void {
  wake()
}

/** `<cart-count>`: units and total of the cart in the header (S-026). */
class CartCount extends HTMLElement {
  #unbind = (): void => {}

  connectedCallback(): void {
    this.#read()
    // Another tab is followed before anything is loaded.
    addEventListener('storage', this.#read)
    void this.#follow()
  }

  disconnectedCallback(): void {
    this.#unbind()
    removeEventListener('storage', this.#read)
  }

  #read = (): void => {
    try {
      this.#show(decodeSummary(localStorage.getItem(CART_SUMMARY_KEY)))
    } catch {
      // Storage may be closed to pages altogether.
    }
  }

  async #follow(): Promise<void> {
    await Promise.race([firstInput(), woken])
    const { $cartSummary } = await import('#stores/cart.ts')
    if (this.isConnected) this.#unbind = $cartSummary.subscribe((summary) => this.#show(summary))
  }

  #show({ count, total }: CartSummary): void {
    const units = this.querySelector('b')
    const price = this.querySelector('small')
    if (!units || !price) return
    units.textContent = String(count)
    price.textContent = `Rs ${formatPaise(Math.round(total * 100))}`
  }
}

customElements.define('cart-count', CartCount)
