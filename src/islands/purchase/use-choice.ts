import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { CHOICE_FIELDS, type ChosenLabels } from '#lib/catalogue/choice.ts'
import { chosenPack, preset } from '#lib/catalogue/product-view.ts'
import type { PackView, ProductView } from '#lib/catalogue/product-view-schema.ts'

/** Reads the checked radio buttons of a form. */
function readChosen(form: HTMLFormElement, { choices }: ProductView): ChosenLabels {
  const fields = new FormData(form)
  return Object.fromEntries(
    choices.flatMap(({ kind }) => {
      const label = fields.get(CHOICE_FIELDS[kind])
      return typeof label === 'string' ? [[kind, label]] : []
    }),
  )
}

/**
 * What is chosen of a product. The radio buttons hold the choice; `read` looks it up and updates
 * the state.
 */
export function useChoice(
  product: ProductView,
  label: string | undefined,
  form: RefObject<HTMLFormElement | null>,
) {
  const [chosen, setChosen] = useState(() => preset(product, label))
  const missing = product.choices.filter(({ kind }) => chosen[kind] === undefined)
  const read = (): PackView | undefined => {
    if (!form.current) return undefined
    const now = readChosen(form.current, product)
    setChosen(now)
    return chosenPack(product, now)
  }
  const follow = useEffectEvent(() => void read())
  // The pack that was chosen may be gone from what the shop says now.
  useEffect(() => follow(), [product])
  return { missing, pack: chosenPack(product, chosen), read }
}
