import { BOUGHT_LIST, BOUGHT_ROW_PATH } from '#lib/checkout/bought.ts'
import { BOUGHT_KEY } from '#lib/browser/storage-keys.ts'
import { fetchPage } from '#islands/kit/fetch-page.ts'
import { firstInput } from '#islands/wake/first-input.ts'
import { savesData } from '#lib/browser/connection.ts'

/**
 * `<buy-again>`: fills the space reserved for it with what the shopper bought before, once the
 * page's own pictures are loaded.
 */
class BuyAgain extends HTMLElement {
  #abort = new AbortController()

  connectedCallback(): void {
    void this.#fill()
  }

  disconnectedCallback(): void {
    this.#abort.abort()
  }

  async #fill(): Promise<void> {
    await (savesData() ? firstInput() : loaded())
    const page = await fetchPage(BOUGHT_ROW_PATH, this.#abort.signal).catch(() => undefined)
    const bought = page?.getElementById(BOUGHT_LIST)
    const cards = [...(bought?.children ?? [])]
    const list = this.querySelector('ul')
    // A shopper who has to sign in again gets another page, which tells nothing about what was
    // bought.
    if (cards.length === 0 || !list) return this.#leave(bought?.childElementCount === 0)
    // A card without size and brand is one line shorter than its placeholder.
    list.style.minHeight = `${list.offsetHeight}px`
    // Only the `carousel-row` element brings arrows, and only on devices with a pointer.
    const row = document.createElement('carousel-row')
    row.className = 'relative block'
    list.replaceWith(row)
    list.replaceChildren(...cards)
    list.ariaBusy = null
    row.append(list)
    this.append(row)
  }

  /** Hides the row: nothing in it can be bought now, or the shop does not answer. */
  #leave(isNothing: boolean): void {
    this.hidden = true
    if (isNothing) localStorage.removeItem(BOUGHT_KEY)
  }
}

const loaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(undefined)
    else addEventListener('load', resolve, { once: true })
  })

customElements.define('buy-again', BuyAgain)
