import { comparedIds, comparePath } from '#lib/catalogue/compare-address.ts'
import { $compared, compareOnly } from '#stores/compare.ts'

/**
 * `<compare-list>`: /compare without ids goes to the products that this browser has stored, and
 * what a link on the page adds or removes is stored. An address sent by somebody else changes
 * nothing by itself.
 */
class CompareList extends HTMLElement {
  connectedCallback(): void {
    const address = new URLSearchParams(location.search).get('ids')
    const kept = $compared.get()
    if (address === null && kept.length > 0) return location.replace(comparePath(kept))
    // Drop products that are no longer sold.
    if (address === kept.join(',')) compareOnly(comparedIds(this.dataset['ids'] ?? ''))
    this.addEventListener('click', ({ target }) => {
      const link = target instanceof Element && target.closest('a')
      if (!link || link.pathname !== '/compare') return
      compareOnly(comparedIds(new URLSearchParams(link.search).get('ids') ?? ''))
    })
  }
}

customElements.define('compare-list', CompareList)
