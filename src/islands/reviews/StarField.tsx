import type { Ref } from 'react'
import { reviewTexts } from '#lib/texts/browser/review.ts'

type Props = {
  field: Ref<HTMLFieldSetElement>
  /** Its value in the HTML. */
  preset: string
  /** Whether somebody has given them: before that none looks given, where script asks for them. */
  isChosen: boolean
  onChoose: () => void
}

/** One to five stars to be given; those up to the chosen one are lit. */
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
          // Also a press on the one that has been the value all along.
          onClick={onChoose}
          onChange={onChoose}
        />
      ))}
    </fieldset>
  )
}
