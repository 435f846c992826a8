import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { showAlert } from '#stores/toast.ts'
import { announce } from '#islands/kit/announce.ts'
import { fetchPage } from '#islands/kit/fetch-page.ts'

/**
 * `<product-info>`: another pack shows its price, unit price and stock in place, as the shop gives
 * them now. Where that fails, its own page is gone to.
 */
class ProductInfo extends HTMLElement {
  #abort = new AbortController()
  #asked: { path: string; page: Promise<Document | undefined> } | undefined

  connectedCallback(): void {
    this.addEventListener('change', ({ target }) => {
      const path = pathOf(target)
      if (path) void this.#choose(path)
    })
    // Whoever points at a pack mostly presses it.
    for (const type of ['pointerover', 'focusin']) {
      this.addEventListener(type, ({ target }) => {
        const label = target instanceof Element && target.closest('label')
        const path = label && pathOf(label.control)
        if (path) void this.#ask(path)
      })
    }
    if (this.closest('dialog')) return
    const address = location.pathname + location.search
    const early = pathOf(this.querySelector('.packs :checked'))
    // What was chosen before this code was there.
    if (early && early !== address) void this.#choose(early)
    else void this.#checkPrice(address)
  }

  #ask(path: string): Promise<Document | undefined> {
    if (this.#asked?.path === path) return this.#asked.page
    this.#abort.abort()
    this.#abort = new AbortController()
    const fragment = path.replace(/^\/product\//, '/quick/')
    const page = fetchPage(fragment, this.#abort.signal).catch(() => undefined)
    this.#asked = { path, page }
    return page
  }

  async #choose(path: string): Promise<void> {
    this.ariaBusy = 'true'
    const page = await this.#ask(path)
    // Another pack was chosen meanwhile.
    if (this.#asked?.path !== path) return
    this.#asked = undefined
    this.ariaBusy = null
    const title = page?.querySelector<HTMLElement>('.product')?.dataset['title']
    // Without network each pack still says what it costs.
    if (!page && !navigator.onLine) return
    if (!page || !this.#show(page)) return location.assign(path)
    if (!this.closest('dialog')) {
      document.title = title ?? document.title
      history.replaceState(history.state, '', path)
    }
    const parts = this.querySelectorAll('.info-label, .price-large > span, .stock')
    announce([...parts].map((part) => part.textContent.trim()).join(', '))
  }

  /** Puts in what the page says of price and stock; false when it says nothing. */
  #show(page: Document): boolean {
    const found = page.querySelector<HTMLElement>('.offer')
    if (found?.isEqualNode(this.querySelector('.offer'))) return true
    const label = page.querySelector('.info-label')
    const button = page.querySelector<HTMLButtonElement>('.buy .btn')
    if (!found || !label || !button) return false
    this.querySelector('.offer')?.replaceWith(found)
    this.querySelector('.info-label')?.replaceWith(label)
    const own = this.querySelector<HTMLButtonElement>('.buy .btn')
    if (own) own.disabled = button.disabled
    const field = this.querySelector<HTMLInputElement>('.stepper input')
    if (!field) return true
    field.max = found.dataset['max'] ?? field.max
    if (Number(field.value) > Number(field.max)) field.value = field.max
    return true
  }

  /** A page that was open for long is told the price that holds now (I6). */
  async #checkPrice(path: string): Promise<void> {
    const before = this.querySelector<HTMLElement>('.offer')?.dataset['price']
    const page = await this.#ask(path)
    if (this.#asked?.path !== path || !page) return
    this.#asked = undefined
    const now = page.querySelector<HTMLElement>('.offer')?.dataset['price']
    if (before === undefined || now === undefined || !this.#show(page) || now === before) return
    showAlert(purchaseMessages.priceChanged(before, now))
  }
}

function pathOf(target: EventTarget | null): string | undefined {
  return target instanceof HTMLInputElement ? target.dataset['path'] : undefined
}

customElements.define('product-info', ProductInfo)
