import { type FormEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { atMost } from '#islands/kit/at-most.ts'
import { Stepper } from '#islands/kit/Stepper.tsx'
import { CHOICE_FIELDS } from '#lib/catalogue/choice.ts'
import { preset } from '#lib/catalogue/product-view.ts'
import type { Pack, ProductView } from '#lib/catalogue/product-view-schema.ts'
import { quantityLimit } from '#lib/catalogue/quantity.ts'
import { ADDING_MS } from '#lib/limits.ts'
import { productMessages } from '#lib/texts/browser/product.ts'
import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { ChoiceGroup } from './ChoiceGroup.tsx'

type Props = {
  product: ProductView
  /** The pack that the address chooses. */
  label: string | undefined
  form: RefObject<HTMLFormElement | null>
  /** Undefined while the shopper has to choose. */
  pack: Pack | undefined
  missing: ProductView['choices']
  isLive: boolean
  /** On its own page it adds before React is there (light/product-form.ts). */
  isPage: boolean
  /** Before each price. */
  sign: string
  /** Another choice was made. */
  onChoose: () => void
}

/** It begins like the form of cards: presses on either are counted while they wait (light/count-units.ts). */
const PAGE_FORM = 'add-product'

/** Whether the press before this was live is still being answered. */
const isBusy = ({ nativeEvent }: FormEvent) =>
  nativeEvent instanceof SubmitEvent &&
  nativeEvent.submitter instanceof HTMLElement &&
  nativeEvent.submitter.dataset['adding'] !== undefined

/** Choices, quantity and adding; a form that works without script (S-060, S-123, S-129). */
export function AddForm(props: Props) {
  const { product, label, form, pack, missing, isLive, isPage, sign, onChoose } = props
  const { id, name, choices, packKind, packs, thumbnail } = product
  const [quantity, setQuantity] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const [isTried, setTried] = useState(false)
  const max = quantityLimit(pack ? pack.stock : null)
  const isOut = pack ? pack.stock === 0 : packs.every(({ stock }) => stock === 0)
  const presets = preset(product, label)
  const tellFewer = useEffectEvent(() => void atMost(max, quantity))
  // Of the pack that was chosen now there may be fewer than of the one before.
  useEffect(() => tellFewer(), [max])

  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const [open] = missing
    if (open) {
      const field = CHOICE_FIELDS[open.kind]
      const first = event.currentTarget.querySelector<HTMLInputElement>(`[name=${field}]`)
      first?.focus({ preventScroll: true })
      // All of them, and not only the first one's circle above the bar.
      first?.closest('fieldset')?.scrollIntoView({ block: 'nearest' })
      return
    }
    // A second press within the second adds nothing.
    if (isAdding || isOut || !pack || isBusy(event)) return
    setAdding(true)
    setTimeout(() => setAdding(false), ADDING_MS)
    const form = event.currentTarget
    // Where the code can't be had, the form goes to the shop as it does without script.
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
      // What is missing is shown by the form itself, and not by the browser's words.
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
          // Shown by the mark on a list, so also before React; the lists themselves have no words (S-139).
          <p
            className="hidden w-full text-sm font-bold text-error in-[form:has([aria-invalid=true])]:block"
            role="alert"
          >
            {packKind && choices.length === 1
              ? productMessages.packFirst
              : productMessages.choiceFirst}
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
          // Before React it says already that it adds.
          suppressHydrationWarning
        >
          {isAdding ? purchaseMessages.adding : purchaseMessages.addToCart}
        </button>
      </div>
    </form>
  )
}
