import { refreshCart } from '#stores/cart.ts'

/** `<order-list>`: opens the modal of an order (S-088); without script the button opens its page. */
class OrderList extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('submit', (event) => {
      const id = event.submitter?.dataset['products']
      const dialog = id === undefined ? null : document.getElementById(id)
      if (!(dialog instanceof HTMLDialogElement)) return
      event.preventDefault()
      dialog.showModal()
    })
    // Beside a modal is outside of it.
    this.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLDialogElement) target.close()
    })
  }
}

customElements.define('order-list', OrderList)
// An order that was made elsewhere has taken its lines from the cart.
void refreshCart()
