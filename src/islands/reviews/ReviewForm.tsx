import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { announce } from '#islands/kit/announce.ts'
import { REVIEW_LENGTH } from '#lib/limits.ts'
import { reviewTexts } from '#lib/texts/browser/review.ts'
import { StarField } from './StarField.tsx'

type Props = {
  productid: string
  refused: { review: string; customerrating: string } | undefined
  isSending: boolean
  send: (form: FormData) => Promise<boolean>
}

const NO_STARS = 'no-stars'

/**
 * 'Add a review' (S-064): nothing is required, and the rating starts at 1 (S-140). Until somebody
 * chooses, no star is lit; the first press of the button then asks for stars, and the second sends
 * the single star of the preset.
 */
export function ReviewForm({ productid, refused, isSending, send }: Props) {
  const [stars, setStars] = useState<'untouched' | 'asked' | 'chosen'>(
    refused ? 'chosen' : 'untouched',
  )
  const field = useRef<HTMLFieldSetElement>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (stars === 'untouched') {
      flushSync(() => setStars('asked'))
      const first = field.current?.querySelector('input')
      // The focus has it read out, unless it is there already.
      if (first === document.activeElement) announce(reviewTexts.noStars)
      else first?.focus()
      return
    }
    const typed = () => String(new FormData(form).get('review'))
    const sent = typed()
    void send(new FormData(form)).then((isDone) => {
      // What was typed meanwhile is the shopper's next review.
      if (!isDone || typed() !== sent) return
      form.reset()
      setStars('untouched')
    })
  }

  return (
    <form
      className="mt-6 grid justify-items-start gap-3"
      action="/api/productreviews/add"
      method="post"
      aria-busy={isSending}
      onSubmit={submit}
    >
      <h3 className="text-lg font-bold">{reviewTexts.title}</h3>
      <input type="hidden" name="productid" value={productid} />
      <textarea
        className="w-full rounded-field border border-edge bg-base-100 p-3"
        name="review"
        rows={4}
        maxLength={REVIEW_LENGTH}
        placeholder={reviewTexts.placeholder}
        aria-label={reviewTexts.placeholder}
        defaultValue={refused?.review}
      />
      <StarField
        field={field}
        preset={refused?.customerrating ?? '1'}
        isChosen={stars === 'chosen'}
        faultId={stars === 'asked' ? NO_STARS : undefined}
        onChoose={() => setStars('chosen')}
      />
      <p id={NO_STARS} className="text-sm font-semibold text-error empty:hidden">
        {stars === 'asked' && reviewTexts.noStars}
      </p>
      <button className="btn btn-primary" data-replay="review">
        {reviewTexts.submit}
      </button>
      <p className="text-sm text-muted">{reviewTexts.hint}</p>
    </form>
  )
}
