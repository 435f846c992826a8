import { announce } from './announce.ts'
import { fetchPage } from './fetch-page.ts'

/**
 * `<product-info>`: another pack shows its price, unit price and stock in place, as its own page
 * gives them now; without script, or when that fails, the link leads there.
 */
class ProductInfo extends HTMLElement {
  #abort = new AbortController()
  #asked: { href: string; page: Promise<Document | undefined> } | undefined

  connectedCallback(): void {
    this.addEventListener('click', (event) => this.#click(event))
    // Whoever points at a pack mostly presses it.
    for (const type of ['pointerover', 'focusin']) {
      this.addEventListener(type, ({ target }) => {
        const link = packLink(target)
        if (link && !link.ariaCurrent) void this.#ask(link.href)
      })
    }
  }

  #click(event: MouseEvent): void {
    const link = packLink(event.target)
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void this.#choose(link.href)
  }

  #ask(href: string): Promise<Document | undefined> {
    if (this.#asked?.href === href) return this.#asked.page
    this.#abort.abort()
    this.#abort = new AbortController()
    const page = fetchPage(href, this.#abort.signal).catch(() => undefined)
    this.#asked = { href, page }
    return page
  }

  async #choose(href: string): Promise<void> {
    this.ariaBusy = 'true'
    const page = await this.#ask(href)
    // Another pack was chosen meanwhile.
    if (this.#asked?.href !== href) return
    this.#asked = undefined
    this.ariaBusy = null
    const found = page?.querySelector('product-info')
    if (!page || !found) return location.assign(href)
    this.replaceChildren(...found.childNodes)
    document.title = page.title
    history.replaceState(history.state, '', href)
    this.#tell()
  }

  /** The focus stays on the pack, and what changed is said. */
  #tell(): void {
    const link = this.querySelector<HTMLElement>('.packs [aria-current]')
    link?.focus({ preventScroll: true })
    const parts = [
      link?.querySelector('b'),
      ...this.querySelectorAll('.price-large > span, .stock'),
    ]
    announce(parts.map((part) => part?.textContent.trim()).join(', '))
  }
}

function packLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('.packs a') : null
}

customElements.define('product-info', ProductInfo)
