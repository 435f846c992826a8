import { comparedIds, comparePath } from '#lib/catalogue/compare-address.ts'
import { $compared, compareOnly } from '#stores/compare.ts'

/**
 * `<compare-list>`: /compare without ids goes to those that this browser keeps, and what a link here
 * adds or removes is kept. An address from somebody else changes nothing by itself.
 */
class CompareList extends HTMLElement {
  connectedCallback(): void {
    const address = new URLSearchParams(location.search).get('ids')
    const kept = $compared.get()
    if (address === null && kept.length > 0) return location.replace(comparePath(kept))
    // What is no longer sold keeps no place.
    if (address === kept.join(',')) compareOnly(comparedIds(this.dataset['ids'] ?? ''))
    this.addEventListener('click', ({ target }) => {
      const link = target instanceof Element && target.closest('a')
      if (!link || link.pathname !== '/compare') return
      compareOnly(comparedIds(new URLSearchParams(link.search).get('ids') ?? ''))
    })
  }
}

customElements.define('compare-list', CompareList)
