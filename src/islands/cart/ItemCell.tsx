import type { ReactNode } from 'react'
import { Stars } from '#islands/kit/Stars.tsx'
import { thumbnailFile } from '#lib/catalogue/picture.ts'
import { shortTitle } from '#lib/texts/browser/cart-rows.ts'

type Props = {
  path: string
  title: string
  image: string
  rating: number
  choice: string | undefined
  /** It cannot be bought at the moment. */
  isHeld?: boolean
  children?: ReactNode
}

/** Thumbnail, title, choice and rating of a line, with `children` below them (S-069, S-075). */
export function ItemCell({ path, title, image, rating, choice, isHeld, children }: Props) {
  return (
    <td role="cell" className="w-full p-0 py-2 @3xl:w-auto @3xl:px-3">
      <a
        className="grid grid-cols-[min(4.5rem,25%)_minmax(0,1fr)] items-center gap-3 link-hover"
        href={path}
      >
        <span
          className={`aspect-square overflow-hidden rounded-field bg-base-200 ${isHeld ? 'opacity-60' : ''}`}
        >
          {image && (
            <img
              className="size-full object-cover"
              src={`/uploads/${thumbnailFile(image)}`}
              alt=""
              width="80"
              height="80"
            />
          )}
        </span>
        <span>
          <span className="font-semibold">{shortTitle(title)}</span>
          <small className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            {choice}
            {rating > 0 && <Stars rating={rating} />}
          </small>
        </span>
      </a>
      {children}
    </td>
  )
}
