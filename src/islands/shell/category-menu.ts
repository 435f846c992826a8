import { liesOver, wasOver } from '#islands/kit/lies-over.ts'

/** Where the menu is a drawer over the page. */
const PHONE = matchMedia('(width < 64rem)')

/**
 * `<category-menu>`: All Categories by keyboard (S-028, disclosure pattern): Escape closes the
 * innermost and gives the focus back, and what the focus leaves closes; on a phone Back closes it too. Opening
 * needs no script.
 */
export class CategoryMenu extends HTMLElement {
  #shut = (): void => this.#closeAll()

  connectedCallback(): void {
    this.addEventListener('toggle', () => this.#follow(), true)
    this.#follow()
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#closeInnermost(event)
    })
    this.addEventListener('focusout', (event) => this.#closeLeft(event))
    // A press beside the menu moves no focus where nothing can take it.
    document.addEventListener('pointerdown', (event) => {
      if (event.target instanceof Node && !this.contains(event.target)) this.#closeAll()
    })
  }

  #follow(): void {
    if (!this.querySelector('.menu-all[open]')) void wasOver(this.#shut)
    else if (PHONE.matches) void liesOver(this.#shut)
  }

  #closeInnermost(event: KeyboardEvent): void {
    const from = event.target instanceof Element ? event.target : this
    const open = from.closest('details[open]') ?? this.querySelector('details[open]')
    if (!open || !this.contains(open)) return
    event.stopPropagation()
    open.removeAttribute('open')
    open.querySelector('summary')?.focus()
  }

  /** Without a next element the focus went nowhere: a press on something that takes none. */
  #closeLeft({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && !this.contains(relatedTarget)) this.#closeAll()
  }

  #closeAll(): void {
    for (const open of this.querySelectorAll('details[open]')) open.removeAttribute('open')
  }
}

customElements.define('category-menu', CategoryMenu)
