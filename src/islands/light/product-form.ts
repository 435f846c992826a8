// What a product's form does with its fields (purchase/AddForm.tsx). On the product's own page it
// also does so before React, which would be too late for a first tap.
import { limitQuantity } from '#islands/kit/limit-quantity.ts'
import { CHOICE_FIELDS, NO_CHOICE } from '#lib/catalogue/choice.ts'
import { ADDING_MS } from '#lib/limits.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { addToCart } from '#stores/buying.ts'
import { paiseToRupees } from '#lib/money.ts'

/** Adds to the cart what a form's fields say. */
export function addFromForm(form: HTMLFormElement): void {
  const fields = new FormData(form)
  const textOf = (name: string) => String(fields.get(name) ?? '')
  const chosen = Object.values(CHOICE_FIELDS).map((name) => [name, textOf(name)])
  const line = {
    ...NO_CHOICE,
    ...Object.fromEntries(chosen),
    id: '',
    productid: textOf('productid'),
  }
  const pack = form.querySelector<HTMLElement>('[data-price]:has(:checked)') ?? form
  const { image = '', name = '' } = form.dataset
  const look = { title: name, image, price: paiseToRupees(Number(pack.dataset['price'])) }
  void addToCart(line, within(form, Number(textOf('quantity'))), look)
}

/** ADD TO CART before React: a missing choice is shown as React would show it (S-123, S-129). */
export function addEarly(button: HTMLElement): boolean {
  const form = button.closest('form')
  if (!form) return false
  const open = form.querySelector('fieldset:not(:has(:checked))')
  if (open) {
    markMissing(open)
    return true
  }
  // A second press within a second adds nothing.
  if (button.dataset['adding'] !== undefined) return true
  button.dataset['adding'] = ''
  button.textContent = purchaseTexts.adding
  setTimeout(() => {
    delete button.dataset['adding']
    button.textContent = purchaseTexts.addToCart
  }, ADDING_MS)
  addFromForm(form)
  return true
}

/** − or + before React, which takes over the field's number. */
export function stepEarly(button: HTMLElement): boolean {
  const field = button.parentElement?.querySelector('input')
  if (!field?.form) return false
  const by = Number(button.dataset['by'])
  const quantity = within(field.form, (field.valueAsNumber || 1) + by)
  field.value = String(quantity)
  const fewer = button.parentElement?.querySelector('[data-by="-1"]')
  if (fewer) fewer.ariaDisabled = String(quantity <= 1)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return true
}

/** Scrolls all packs into view and focuses the first. */
function showMissing(group: Element): void {
  group.querySelector('input')?.focus({ preventScroll: true })
  group.scrollIntoView({ block: 'nearest' })
}

function markMissing(group: Element): void {
  group.ariaInvalid = 'true'
  group.addEventListener('change', () => (group.ariaInvalid = null), { once: true })
  showMissing(group)
}

/** The nearest quantity that the form allows. */
function within(form: HTMLFormElement, quantity: number): number {
  const max = Number(form.querySelector<HTMLInputElement>('[name=quantity]')?.max)
  return limitQuantity(max, Math.max(Math.floor(quantity) || 1, 1))
}
