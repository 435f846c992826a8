import { FILTER_DELAY_MS } from '#lib/limits.ts'
import { announce } from '#islands/kit/announce.ts'
import { fetchPage } from '#islands/kit/fetch-page.ts'
import { arrowTarget } from '#islands/kit/tab-keys.ts'
import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'

/**
 * `<category-tabs>`: Filter Products as tabs (S-037). The links become tabs; choosing one loads its
 * products into the panel after 100 ms (S-117), and updates the address.
 */
class CategoryTabs extends HTMLElement {
  #abort = new AbortController()
  #tabs: HTMLAnchorElement[] = []
  #panel: HTMLElement | null = null

  connectedCallback(): void {
    const list = this.querySelector('ul')
    this.#panel = this.querySelector('#filter-panel')
    this.#tabs = [...(list?.querySelectorAll('a') ?? [])]
    const chosen = this.#tabs.find((tab) => tab.ariaCurrent)
    if (!list || !this.#panel || !chosen) return
    list.role = 'tablist'
    list.setAttribute('aria-labelledby', 'filter-title')
    for (const tab of this.#tabs) {
      tab.role = 'tab'
      tab.setAttribute('aria-controls', this.#panel.id)
      tab.parentElement?.setAttribute('role', 'presentation')
    }
    this.#panel.role = 'tabpanel'
    this.#mark(chosen)
    this.addEventListener('click', (event) => this.#click(event))
    list.addEventListener('keydown', (event) => this.#press(event))
  }

  disconnectedCallback(): void {
    this.#abort.abort()
  }

  #mark(chosen: HTMLAnchorElement): void {
    for (const tab of this.#tabs) {
      tab.removeAttribute('aria-current')
      tab.ariaSelected = String(tab === chosen)
      tab.tabIndex = tab === chosen ? 0 : -1
    }
    this.#panel?.setAttribute('aria-label', chosen.textContent.trim())
  }

  #click(event: MouseEvent): void {
    const tab = this.#tabs.find((one) => one.contains(event.target as Node))
    if (!tab || opensElsewhere(event)) return
    event.preventDefault()
    void this.#choose(tab)
  }

  #press(event: KeyboardEvent): void {
    const tab = arrowTarget(event, this.#tabs)
    if (!tab && event.key !== ' ') return
    event.preventDefault()
    const chosen = tab ?? this.#tabs.find((one) => one === event.target)
    if (!chosen) return
    chosen.focus()
    void this.#choose(chosen)
  }

  async #choose(tab: HTMLAnchorElement): Promise<void> {
    const panel = this.#panel
    if (!panel) return
    this.#mark(tab)
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    this.#abort.abort()
    this.#abort = new AbortController()
    const { signal } = this.#abort
    await new Promise((resolve) => setTimeout(resolve, FILTER_DELAY_MS))
    if (signal.aborted) return
    panel.ariaBusy = 'true'
    const page = await fetchPage(tab.href, signal).catch(() => undefined)
    if (signal.aborted) return
    const found = page?.getElementById(panel.id)
    // If it cannot be fetched, follow the link, as without script.
    if (!found) return location.assign(tab.href)
    panel.replaceChildren(...found.childNodes)
    panel.ariaBusy = null
    history.replaceState(history.state, '', tab.href)
    announce(found.dataset['status'] ?? '')
  }
}

customElements.define('category-tabs', CategoryTabs)
