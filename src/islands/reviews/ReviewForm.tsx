import { type FormEvent, useRef, useState } from 'react'
import { REVIEW_LENGTH } from '#lib/limits.ts'
import { reviewTexts } from '#lib/texts/browser/review.ts'
import { StarField } from './StarField.tsx'

type Props = {
  productid: string
  refused: { review: string; customerrating: string } | undefined
  isSending: boolean
  send: (form: FormData) => Promise<boolean>
}

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
      setStars('asked')
      field.current?.querySelector('input')?.focus()
      return
    }
    void send(new FormData(form)).then((isDone) => {
      if (!isDone) return
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
        onChoose={() => setStars('chosen')}
      />
      <p role="status" className="text-sm font-semibold text-error empty:hidden">
        {stars === 'asked' && reviewTexts.noStars}
      </p>
      <button className="btn btn-primary" data-replay="review">
        {reviewTexts.submit}
      </button>
      <p className="text-sm text-muted">{reviewTexts.hint}</p>
    </form>
  )
}
