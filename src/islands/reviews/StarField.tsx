import type { Ref } from 'react'
import { reviewTexts } from '#lib/texts/browser/review.ts'

type Props = {
  field: Ref<HTMLFieldSetElement>
  /** The value checked in the HTML. */
  preset: string
  /** Whether somebody has chosen stars; with script, none is lit before that. */
  isChosen: boolean
  /** Id of the text that asks for stars. */
  faultId: string | undefined
  onChoose: () => void
}

/**
 * A star is drawn in the field, whose own mask would cut off the ring of the focus. It is lit up to
 * the chosen one; with script, none is before one was touched.
 */
const STAR =
  'peer size-11 cursor-pointer appearance-none before:block before:h-full before:bg-star before:[mask:var(--star)_center/70%_no-repeat] before:forced-color-adjust-none peer-checked:before:bg-edge not-noscript:group-not-data-chosen:before:bg-edge'

/** Radio buttons for one to five stars; those up to the chosen one are lit. */
export function StarField({ field, preset, isChosen, faultId, onChoose }: Props) {
  return (
    <fieldset ref={field} className="group" data-chosen={isChosen || undefined}>
      <legend className="mb-1 font-semibold">{reviewTexts.rating}</legend>
      {[1, 2, 3, 4, 5].map((stars) => (
        <input
          key={stars}
          className={STAR}
          type="radio"
          name="customerrating"
          value={stars}
          defaultChecked={String(stars) === preset}
          aria-label={reviewTexts.stars(stars)}
          aria-describedby={faultId}
          // A click also counts on the preset star, whose choice fires no `change`.
          onClick={onChoose}
          onChange={onChoose}
        />
      ))}
    </fieldset>
  )
}
