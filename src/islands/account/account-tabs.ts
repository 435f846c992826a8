import { arrowTarget } from '#islands/kit/tab-keys.ts'

/**
 * `<account-tabs>`: each tab is a link to an address of its own; here they turn in place, by arrow
 * keys too (WAI-ARIA, tabs pattern).
 */
class AccountTabs extends HTMLElement {
  #tabs: HTMLAnchorElement[] = []

  connectedCallback(): void {
    this.#tabs = [...this.querySelectorAll<HTMLAnchorElement>('[data-panel]')]
    this.querySelector('nav')?.setAttribute('role', 'tablist')
    for (const tab of this.#tabs) {
      tab.role = 'tab'
      tab.setAttribute('aria-controls', tab.dataset['panel'] ?? '')
      const panel = panelOf(tab)
      if (panel) panel.role = 'tabpanel'
      this.#mark(tab, tab.ariaCurrent === 'page')
      tab.removeAttribute('aria-current')
    }
    const chosen = this.#tabs.find((tab) => tab.ariaSelected === 'true')
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' })
    this.addEventListener('click', (event) => this.#click(event))
    this.addEventListener('keydown', (event) => this.#key(event))
  }

  #click(event: MouseEvent): void {
    const { target } = event
    const tab = this.#tabs.find((one) => target instanceof Node && one.contains(target))
    if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    this.#choose(tab)
  }

  #key(event: KeyboardEvent): void {
    const goal = arrowTarget(event, this.#tabs)
    const isSpace = event.key === ' ' && this.#tabs.some((tab) => tab === event.target)
    if (!goal && !isSpace) return
    event.preventDefault()
    goal?.focus()
    if (goal) this.#choose(goal)
  }

  #choose(chosen: HTMLAnchorElement): void {
    for (const tab of this.#tabs) this.#mark(tab, tab === chosen)
    history.replaceState(history.state, '', chosen.href)
  }

  #mark(tab: HTMLAnchorElement, isChosen: boolean): void {
    tab.ariaSelected = String(isChosen)
    tab.tabIndex = isChosen ? 0 : -1
    const panel = panelOf(tab)
    if (!panel) return
    const template = isChosen && panel.querySelector(':scope > template')
    if (template instanceof HTMLTemplateElement) template.replaceWith(template.content)
    panel.hidden = !isChosen
  }
}

const panelOf = (tab: HTMLAnchorElement) => document.getElementById(tab.dataset['panel'] ?? '')

customElements.define('account-tabs', AccountTabs)
