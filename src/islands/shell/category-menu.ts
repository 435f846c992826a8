import { closeOnBack, endCloseOnBack } from '#islands/kit/close-on-back.ts'

/** Screens on which the menu is a drawer over the page. */
const PHONE = matchMedia('(width < 64rem)')

/**
 * `<category-menu>`: keyboard use of All Categories (S-028, disclosure pattern). Escape closes the
 * innermost menu and returns the focus to its button; a menu that loses the focus closes. On a phone,
 * Back closes it too. Opening needs no script.
 */
export class CategoryMenu extends HTMLElement {
  #shut = (): void => {
    const had = this.contains(document.activeElement)
    this.#closeAll()
    if (had) this.querySelector('summary')?.focus()
  }

  connectedCallback(): void {
    this.addEventListener('toggle', () => this.#follow(), true)
    this.#follow()
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#closeInnermost(event)
    })
    this.addEventListener('focusout', (event) => this.#closeLeft(event))
    // A press beside the menu may hit something that cannot take the focus, so `focusout` is not
    // enough.
    document.addEventListener('pointerdown', (event) => {
      if (event.target instanceof Node && !this.contains(event.target)) this.#closeAll()
    })
  }

  #follow(): void {
    if (!this.querySelector('.menu-all[open]')) void endCloseOnBack(this.#shut)
    else if (PHONE.matches) void closeOnBack(this.#shut)
  }

  #closeInnermost(event: KeyboardEvent): void {
    const from = event.target instanceof Element ? event.target : this
    const open = from.closest('details[open]') ?? this.querySelector('details[open]')
    if (!open || !this.contains(open)) return
    event.stopPropagation()
    open.removeAttribute('open')
    open.querySelector('summary')?.focus()
  }

  /**
   * Closes when the focus moves elsewhere. Without a next element, the press was on something that
   * cannot be focused.
   */
  #closeLeft({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && !this.contains(relatedTarget)) this.#closeAll()
  }

  #closeAll(): void {
    for (const open of this.querySelectorAll('details[open]')) open.removeAttribute('open')
  }
}

customElements.define('category-menu', CategoryMenu)
