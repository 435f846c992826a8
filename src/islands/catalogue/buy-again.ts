import { BOUGHT_LIST, BOUGHT_ROW_PATH } from '#lib/checkout/bought.ts'
import { BOUGHT_KEY } from '#lib/browser/storage-keys.ts'
import { fetchPage } from '#islands/kit/fetch-page.ts'
import { firstInput } from '#islands/wake/first-input.ts'
import { savesData } from '#lib/browser/connection.ts'

/** `<buy-again>`: brings what was bought before into the room that is kept for it, after the page's own pictures. */
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
    // Who has to sign in again gets another page: that says nothing of what was bought.
    if (cards.length === 0 || !list) return this.#leave(bought?.childElementCount === 0)
    // A card without size and brand is a line lower than what keeps its room.
    list.style.minHeight = `${list.offsetHeight}px`
    // Its arrows come where somebody points.
    const row = document.createElement('carousel-row')
    row.className = 'relative block'
    list.replaceWith(row)
    list.replaceChildren(...cards)
    list.ariaBusy = null
    row.append(list)
    this.append(row)
  }

  /** Nothing of it can be bought now, or the shop does not answer. */
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
