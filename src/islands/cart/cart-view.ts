import { cartTexts } from '#lib/texts/browser/cart-rows.ts'
import type { CartItem } from '#lib/cart/cart.ts'
import { totalOf } from '#lib/cart/cart.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import type { LineRef, Look, Wanted } from '#lib/cart/cart-changes.ts'
import { cartStateSchema } from '#lib/cart/cart-state.ts'
import { formatPaise } from '#lib/money.ts'
import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { $cart, confirmCart } from '#stores/cart.ts'
import { change, type Outcome } from '#stores/send-changes.ts'
import { showAlert } from '#stores/toast.ts'
import { ListView } from '#islands/kit/list-view.ts'
import './stepper.ts'

/** `<cart-view>`: the cart as this browser has it, also when another tab changes it. */
class CartView extends ListView {
  #unbind = (): void => {}

  override connectedCallback(): void {
    super.connectedCallback()
    this.addEventListener('change', (event) => this.#change(event), true)
    this.addEventListener('submit', (event) => this.#submit(event))
    this.#unbind = $cart.subscribe((items) => this.#show(items))
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#unbind()
  }

  protected override adopt(data: unknown): void {
    confirmCart(cartStateSchema.parse(data))
  }

  /** Zero and what was there already do nothing (S-122). */
  #change(event: Event): void {
    const { target: field } = event
    if (!(field instanceof HTMLInputElement) || field.name !== 'quantity') return
    const item = this.#itemOf(field)
    if (!item) return
    const quantity = Math.min(Math.floor(field.valueAsNumber), Number(field.max))
    const isNothing = !(quantity >= 1) || quantity === item.quantity
    field.value = String(isNothing ? item.quantity : quantity)
    if (isNothing) return
    void this.#act({ kind: 'set', line: refOf(item), quantity, was: item.quantity })
  }

  #submit(event: SubmitEvent): void {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement)) return
    const item = this.#itemOf(form)
    if (!item) return
    event.preventDefault()
    const { act } = form.dataset
    if (act === 'remove') void this.#remove(item)
    else if (act === 'later') void this.#saveForLater(item)
    else form.querySelector('input[name=quantity]')?.dispatchEvent(new Event('change'))
  }

  async #remove(item: CartItem): Promise<void> {
    const sent = this.#act({ kind: 'remove', line: refOf(item), was: item.quantity })
    const undo = { label: purchaseMessages.undo, run: () => void this.#putBack(item) }
    showAlert(cartMessages.removed, 'success', undo)
    await sent
  }

  async #putBack(item: CartItem): Promise<void> {
    const line = { ...refOf(item), id: '' }
    await this.#act({ kind: 'add', line, quantity: item.quantity, look: lookOf(item) })
    await this.reload()
  }

  async #saveForLater(item: CartItem): Promise<void> {
    const outcome = await this.#act({ kind: 'later', line: refOf(item) })
    if (outcome.status === 'answered' && outcome.isDone) showAlert(cartTexts.savedForLater)
  }

  async #act(wanted: Wanted): Promise<Outcome> {
    const outcome = await this.follow(change(wanted))
    if (outcome.status === 'waiting') showAlert(purchaseMessages.waiting)
    if (outcome.status === 'answered' && !outcome.isDone) {
      showAlert(outcome.answer.msg || cartMessages.notInCart, 'error')
    }
    return outcome
  }

  #itemOf(control: Element): CartItem | undefined {
    const id = control.closest<HTMLElement>('.item')?.dataset['id']
    return $cart.get().find(({ _id }) => _id === id)
  }

  #show(items: readonly CartItem[]): void {
    for (const row of this.rows()) {
      const item = items.find(({ _id }) => _id === row.dataset['id'])
      if (item) showItem(row, item)
      else this.takeOut(row)
    }
    this.showCount(cartTexts.cartCount(items.length), items.length === 0)
    const total = `\u20b9${formatPaise(Math.round(totalOf(items) * 100))}`
    for (const place of this.querySelectorAll('.total')) place.textContent = total
    // Another tab has added something that this page has no line for.
    const isMore = items.some(({ _id }) => _id !== '' && !this.rowOf(_id))
    if (isMore && !this.isBusy) void this.reload()
  }
}

function showItem(row: Element, { quantity, subtotal, state }: CartItem): void {
  const field = row.querySelector<HTMLInputElement>('input[name=quantity]')
  if (field && field.value !== String(quantity)) field.value = String(quantity)
  const cell = row.querySelector('.item-amount')
  const text = state === 'ok' ? `Rs ${formatPaise(Math.round(subtotal * 100))}` : '-'
  if (cell && cell.textContent.trim() !== text) cell.textContent = text
}

function refOf(item: CartItem): LineRef {
  const { _id: id, productid, productrams, productsize, productweight } = item
  return { id, productid, productrams, productsize, productweight }
}

const lookOf = ({ producttitle: title, image, price }: CartItem): Look => ({ title, image, price })

customElements.define('cart-view', CartView)
