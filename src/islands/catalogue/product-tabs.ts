import { arrowTarget } from '#islands/kit/tab-keys.ts'
import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'

/**
 * `<product-tabs>`: Description, Additional info and Reviews stand below each other, with links to
 * them. The first press turns the links into tabs (S-061); until then nothing moves.
 */
class ProductTabs extends HTMLElement {
  #tabs: HTMLAnchorElement[] = []

  connectedCallback(): void {
    this.#tabs = [...this.querySelectorAll<HTMLAnchorElement>('[data-tabs] a')]
    this.addEventListener('click', (event) => {
      const { target } = event
      const tab = this.#tabs.find((one) => target instanceof Node && one.contains(target))
      if (!tab || opensElsewhere(event)) return
      event.preventDefault()
      this.#choose(tab)
    })
    this.addEventListener('keydown', (event) => {
      if (!('tabbed' in this.dataset)) return
      const isSpace = event.key === ' ' && this.#tabs.some((tab) => tab === event.target)
      const tab = arrowTarget(event, this.#tabs)
      if (!tab && !isSpace) return
      event.preventDefault()
      tab?.focus()
      if (tab) this.#choose(tab)
    })
  }

  #choose(chosen: HTMLAnchorElement): void {
    if (!('tabbed' in this.dataset)) this.#makeTabs()
    for (const tab of this.#tabs) {
      const isChosen = tab === chosen
      tab.ariaSelected = String(isChosen)
      tab.tabIndex = isChosen ? 0 : -1
      const panel = panelOf(tab)
      if (panel) panel.hidden = !isChosen
    }
    history.replaceState(history.state, '', chosen.hash)
  }

  #makeTabs(): void {
    this.dataset['tabbed'] = ''
    const list = this.querySelector('[data-tabs]')
    list?.setAttribute('role', 'tablist')
    for (const tab of this.#tabs) {
      tab.role = 'tab'
      tab.id = `${tab.hash.slice(1)}-tab`
      const panel = panelOf(tab)
      if (!panel) continue
      tab.setAttribute('aria-controls', panel.id)
      panel.role = 'tabpanel'
      panel.tabIndex = 0
      panel.setAttribute('aria-labelledby', tab.id)
    }
  }
}

const panelOf = (tab: HTMLAnchorElement) => document.getElementById(tab.hash.slice(1))

customElements.define('product-tabs', ProductTabs)

export {}
