import { cartTexts } from '#lib/texts/browser/cart-rows.ts'
import type { Wanted } from '#lib/cart/cart-changes.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { wishStateSchema } from '#lib/cart/cart-state.ts'
import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { change, type Outcome } from '#stores/send-changes.ts'
import { showAlert } from '#stores/toast.ts'
import { $wished, confirmWishes } from '#stores/wishlist.ts'
import { ListView } from '#islands/kit/list-view.ts'
import { lookOf } from '#islands/quick-view/product-look.ts'

/** `<wish-view>`: the wishlist as this browser has it, also when another tab changes it. */
class WishView extends ListView {
  #unbind = (): void => {}

  override connectedCallback(): void {
    super.connectedCallback()
    this.addEventListener('submit', (event) => this.#submit(event))
    this.#unbind = $wished.subscribe((ids) => this.#show(ids))
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#unbind()
  }

  protected override adopt(data: unknown): void {
    confirmWishes(wishStateSchema.parse(data))
  }

  #submit(event: SubmitEvent): void {
    const { target: form } = event
    const row = form instanceof HTMLFormElement && form.closest<HTMLElement>('.item')
    if (!row) return
    event.preventDefault()
    const { id = '', product: productid = '' } = row.dataset
    if (form.dataset['act'] === 'unwish') return void this.#remove(id, productid)
    const fields = Object.fromEntries(new FormData(form))
    const label = (name: string) => String(fields[name] ?? '')
    const line = {
      ...{ id: '', productid, productrams: label('productrams') },
      ...{ productsize: label('productsize'), productweight: label('productweight') },
    }
    void this.#act({ kind: 'move', id, line, look: lookOf(form) }, cartMessages.added)
  }

  async #remove(id: string, productid: string): Promise<void> {
    const sent = this.#act({ kind: 'unwish', id, productid })
    const run = () => void this.#act({ kind: 'wish', productid })
    // The specification's words, also for a wishlist (S-190).
    showAlert(cartMessages.removed, 'success', { label: purchaseMessages.undo, run })
    await sent
  }

  async #act(wanted: Wanted, done?: string): Promise<Outcome> {
    const outcome = await this.follow(change(wanted))
    if (outcome.status === 'waiting') showAlert(purchaseMessages.waiting)
    if (outcome.status !== 'answered') return outcome
    if (!outcome.isDone) showAlert(outcome.answer.msg || cartMessages.notInWishlist, 'error')
    else if (done) showAlert(done)
    return outcome
  }

  #show(ids: ReadonlySet<string>): void {
    for (const row of this.rows()) if (!ids.has(row.dataset['product'] ?? '')) this.takeOut(row)
    this.showCount(cartTexts.listCount(ids.size), ids.size === 0)
    const known = this.rows().map((row) => row.dataset['product'])
    if ([...ids].some((id) => !known.includes(id)) && !this.isBusy) void this.reload()
  }
}

customElements.define('wish-view', WishView)
