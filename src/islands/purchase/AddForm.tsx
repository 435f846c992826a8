import { type FormEvent, type RefObject, useState } from 'react'
import { Stepper } from '#islands/kit/Stepper.tsx'
import { CHOICE_FIELDS, NO_CHOICE } from '#lib/catalogue/choice.ts'
import { type Chosen, preset } from '#lib/catalogue/product-view.ts'
import type { Pack, ProductView } from '#lib/catalogue/product-view-schema.ts'
import { quantityLimit } from '#lib/catalogue/quantity.ts'
import { ADDING_MS } from '#lib/limits.ts'
import { purchaseMessages as messages } from '#lib/texts/browser/purchase.ts'
import { ChoiceGroup } from './ChoiceGroup.tsx'

type Props = {
  product: ProductView
  /** The pack that the address chooses. */
  label: string | undefined
  form: RefObject<HTMLFormElement | null>
  chosen: Chosen
  /** Undefined while the shopper has to choose. */
  pack: Pack | undefined
  missing: ProductView['choices']
  isLive: boolean
  /** Another choice was made. */
  onChoose: () => void
}

/** Choices, quantity and adding; a form that works without script (S-060, S-123, S-129). */
export function AddForm(props: Props) {
  const { product, label, form, chosen, pack, missing, isLive, onChoose } = props
  const { id, choices, packKind, packs } = product
  const [quantity, setQuantity] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const [isTried, setTried] = useState(false)
  const max = quantityLimit(pack ? pack.stock : null)
  const isOut = pack ? pack.stock === 0 : packs.every(({ stock }) => stock === 0)
  const presets = preset(product, label)

  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [open] = missing
    if (open) {
      const name = CHOICE_FIELDS[open.kind]
      const first = event.currentTarget.querySelector<HTMLInputElement>(`[name=${name}]`)
      first?.focus({ preventScroll: true })
      // All of them, and not only the first one's circle above the bar.
      first?.closest('fieldset')?.scrollIntoView({ block: 'nearest' })
      return
    }
    // A second press within the second adds nothing.
    if (isAdding || isOut || !pack) return
    setAdding(true)
    setTimeout(() => setAdding(false), ADDING_MS)
    const labels = Object.fromEntries(
      choices.map(({ kind }) => [CHOICE_FIELDS[kind], chosen[kind] ?? '']),
    )
    const line = { ...NO_CHOICE, ...labels, id: '', productid: id }
    const image = product.thumbnail.replace(/^\/uploads\//, '')
    const look = { title: product.name.slice(0, 300), image, price: pack.pricePaise / 100 }
    const wanted = Number(new FormData(event.currentTarget).get('quantity')) || 1
    const form = event.currentTarget
    // Where the code can't be had, the form goes to the shop as it does without script.
    void import('#stores/buying.ts').then(
      ({ addToCart }) => addToCart(line, Math.min(Math.max(wanted, 1), max), look),
      () => form.submit(),
    )
  }

  return (
    <form
      ref={form}
      className="contents"
      action="/api/cart/add"
      method="post"
      // What is missing is shown by the form itself, and not by the browser's words.
      noValidate={isLive}
      onSubmit={add}
      onChange={onChoose}
    >
      <input type="hidden" name="productid" value={id} />
      {choices.map(({ kind, labels }) => (
        <ChoiceGroup
          key={kind}
          {...{ kind, labels }}
          packs={kind === packKind ? packs : []}
          preset={presets[kind]}
          isMissing={isTried && missing.some((one) => one.kind === kind)}
        />
      ))}
      <div
        data-add-bar
        className="sticky bottom-0 z-10 -mx-4 flex flex-wrap gap-3 border-t border-base-300 bg-base-100 px-4 py-2 md:static md:mx-0 md:border-0 md:p-0 print:hidden"
      >
        <Stepper quantity={Math.min(quantity, max)} max={max} onChange={setQuantity} />
        <button
          className="btn h-11 flex-1 btn-primary"
          disabled={isOut}
          aria-busy={isAdding || undefined}
          data-replay="add"
        >
          {isAdding ? messages.adding : messages.addToCart}
        </button>
      </div>
    </form>
  )
}
