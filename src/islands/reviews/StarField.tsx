import type { Ref } from 'react'
import { reviewTexts } from '#lib/texts/browser/review.ts'

type Props = {
  field: Ref<HTMLFieldSetElement>
  /** The value checked in the HTML. */
  preset: string
  /** Whether somebody has chosen stars; with script, none is lit before that. */
  isChosen: boolean
  onChoose: () => void
}

/** Radio buttons for one to five stars; those up to the chosen one are lit. */
export function StarField({ field, preset, isChosen, onChoose }: Props) {
  return (
    <fieldset ref={field} className="group" data-chosen={isChosen || undefined}>
      <legend className="mb-1 font-semibold">{reviewTexts.rating}</legend>
      {[1, 2, 3, 4, 5].map((stars) => (
        <input
          key={stars}
          className="size-11 cursor-pointer appearance-none star-field"
          type="radio"
          name="customerrating"
          value={stars}
          defaultChecked={String(stars) === preset}
          aria-label={reviewTexts.stars(stars)}
          // A click also counts on the preset star, whose choice fires no `change`.
          onClick={onChoose}
          onChange={onChoose}
        />
      ))}
    </fieldset>
  )
}
