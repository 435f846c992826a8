import { type FormEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { limitQuantity } from '#islands/kit/limit-quantity.ts'
import { Stepper } from '#islands/kit/Stepper.tsx'
import { CHOICE_FIELDS } from '#lib/catalogue/choice.ts'
import { preset } from '#lib/catalogue/product-view.ts'
import type { PackView, ProductView } from '#lib/catalogue/product-view-schema.ts'
import { quantityLimit } from '#lib/catalogue/quantity.ts'
import { ADDING_MS } from '#lib/limits.ts'
import { productTexts } from '#lib/texts/browser/product.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { ChoiceGroup } from './ChoiceGroup.tsx'

type Props = {
  product: ProductView
  /** The pack named in the address. */
  label: string | undefined
  form: RefObject<HTMLFormElement | null>
  /** Undefined until all choices are made. */
  pack: PackView | undefined
  missing: ProductView['choices']
  isLive: boolean
  /** On the product's own page it works before React does (light/product-form.ts). */
  isPage: boolean
  /** Currency sign before each price. */
  sign: string
  /** Called when a choice changes. */
  onChoose: () => void
}

/**
 * It begins like the id of the cards' form, so that held presses on both are counted
 * (wake/count-units.ts).
 */
const PAGE_FORM = 'add-product'

/** Whether the same press is still being handled from before hydration. */
const isBusy = ({ nativeEvent }: FormEvent) =>
  nativeEvent instanceof SubmitEvent &&
  nativeEvent.submitter instanceof HTMLElement &&
  nativeEvent.submitter.dataset['adding'] !== undefined

/** Choices, quantity and the add button; the form works without script (S-060, S-123, S-129). */
export function AddForm(props: Props) {
  const { product, label, form, pack, missing, isLive, isPage, sign, onChoose } = props
  const { id, name, choices, packKind, packs, thumbnail } = product
  const [quantity, setQuantity] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const [isTried, setTried] = useState(false)
  const max = quantityLimit(pack ? pack.stock : null)
  const isOut = pack ? pack.stock === 0 : packs.every(({ stock }) => stock === 0)
  const presets = preset(product, label)
  const tellFewer = useEffectEvent(() => void limitQuantity(max, quantity))
  // The pack chosen now may have fewer units left than the one before.
  useEffect(() => tellFewer(), [max])

  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [open] = missing
    if (open) {
      const field = CHOICE_FIELDS[open.kind]
      const first = event.currentTarget.querySelector<HTMLInputElement>(`[name=${field}]`)
      first?.focus({ preventScroll: true })
      // The whole group, not only its first radio button, which the bar may cover.
      first?.closest('fieldset')?.scrollIntoView({ block: 'nearest' })
      return
    }
    // A second press within a second adds nothing.
    if (isAdding || isOut || !pack || isBusy(event)) return
    setAdding(true)
    setTimeout(() => setAdding(false), ADDING_MS)
    const form = event.currentTarget
    // If the code cannot be loaded, the form is submitted as without script.
    void import('#islands/light/product-form.ts').then(
      ({ addFromForm }) => addFromForm(form),
      () => form.submit(),
    )
  }

  return (
    <form
      ref={form}
      id={isPage ? PAGE_FORM : undefined}
      className="contents"
      action="/api/cart/add"
      method="post"
      // With script, the form itself shows what is missing, in place of the browser's messages.
      noValidate={isLive}
      data-name={name.slice(0, 300)}
      data-image={thumbnail.replace(/^\/uploads\//, '')}
      data-price={pack?.pricePaise}
      onSubmit={add}
      onChange={onChoose}
    >
      <input type="hidden" name="productid" value={id} />
      {choices.map(({ kind, labels }) => (
        <ChoiceGroup
          key={kind}
          {...{ kind, labels, sign }}
          packs={kind === packKind ? packs : []}
          preset={presets[kind]}
          isMissing={isTried && missing.some((one) => one.kind === kind)}
        />
      ))}
      <div
        data-add-bar
        className="bottom-0 z-10 -mx-4 flex flex-wrap gap-3 border-t border-base-300 bg-base-100 px-4 py-2 min-[18rem]:sticky md:static md:mx-0 md:border-0 md:p-0 print:hidden [.modal-box_&]:-bottom-4"
      >
        {choices.length > 0 && (
          // Shown by CSS if a list is marked as missing, so also before React; the lists themselves
          // have no error text (S-139).
          <p
            className="hidden w-full text-sm font-bold text-error in-[form:has([aria-invalid=true])]:block"
            role="alert"
          >
            {packKind && choices.length === 1 ? productTexts.packFirst : productTexts.choiceFirst}
          </p>
        )}
        {!isOut && (
          <Stepper
            quantity={Math.min(quantity, max)}
            max={max}
            isLight={isPage}
            onChange={setQuantity}
          />
        )}
        <button
          className="btn h-11 flex-1 btn-primary aria-busy:opacity-50"
          form={isPage ? PAGE_FORM : undefined}
          disabled={isOut}
          data-adding={isAdding || undefined}
          data-native={isPage || undefined}
          data-replay="add"
          // Before React, light/product-form.ts may have set the text 'Adding' already.
          suppressHydrationWarning
        >
          {isAdding ? purchaseTexts.adding : purchaseTexts.addToCart}
        </button>
      </div>
    </form>
  )
}
