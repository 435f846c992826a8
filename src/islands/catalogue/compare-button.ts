import { comparePath } from '#lib/catalogue/compare-address.ts'
import { COMPARED_PRODUCTS } from '#lib/limits.ts'
import { compareMessages } from '#lib/texts/browser/shared.ts'
import { firstInput } from '#islands/kit/first-input.ts'

/**
 * `<compare-button>`: its link shows this product on /compare; with script it collects products in
 * this browser, and then leads to all of them (S-060).
 */
class CompareButton extends HTMLElement {
  #unbind = (): void => {}

  connectedCallback(): void {
    this.addEventListener('click', (event) => void this.#press(event))
    void firstInput().then(() => this.#follow())
  }

  disconnectedCallback(): void {
    this.#unbind()
  }

  get #id(): string {
    return this.dataset['id'] ?? ''
  }

  async #follow(): Promise<void> {
    const { $compared } = await import('#stores/compare.ts')
    if (!this.isConnected) return
    this.#unbind()
    this.#unbind = $compared.subscribe((ids) => this.#show(ids))
  }

  #show(ids: readonly string[]): void {
    const link = this.querySelector('a')
    if (!link) return
    // A full list can only be gone to.
    const isIn = ids.includes(this.#id) || ids.length >= COMPARED_PRODUCTS
    link.textContent = isIn ? compareMessages.see(ids.length) : compareMessages.compare
    link.href = comparePath(isIn ? ids : [this.#id])
    this.classList.toggle('is-in', isIn)
  }

  /** Adds at the first press; the next one is that of a link. */
  async #press(event: MouseEvent): Promise<void> {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!isPlain || this.classList.contains('is-in')) return
    event.preventDefault()
    const [{ compareProduct }, { showAlert }] = await Promise.all([
      import('#stores/compare.ts'),
      import('#stores/toast.ts'),
    ])
    const result = compareProduct(this.#id)
    if (result.ok) showAlert(compareMessages.added(result.value.length))
    else showAlert(compareMessages[result.error], 'error')
    await this.#follow()
  }
}

customElements.define('compare-button', CompareButton)
