import { Photo } from '#islands/kit/Photo.tsx'
import { thumbnailPath } from '#lib/catalogue/picture.ts'
import type { Picture } from '#lib/catalogue/product.ts'
import { productTexts } from '#lib/texts/browser/product.ts'

type Props = {
  name: string
  pictures: readonly Picture[]
  /** Prefix of the pictures' ids. */
  prefix?: string
}
/** Classes of a picture's frame, in which a mouse zooms (product-gallery.ts). */
const FRAME =
  'photo-frame aspect-square max-h-[27svh] w-full overflow-hidden rounded-box empty:bg-base-200 sm:max-h-[55svh] md:max-h-none [&.is-zoomed]:cursor-zoom-in [&.is-zoomed_img]:scale-200'
const LOOK = 'mx-auto h-full w-auto rounded-box object-contain transition-[scale]'

/** The width of a picture as high as its frame, which is less high on phones. */
function photoSizes({ width, height }: Picture): string {
  const wide = (high: number) => `${Math.ceil((high * width) / height)}vh`
  return `(min-width:64rem) 32rem,(min-width:48rem) 46vw,(min-width:40rem) min(46vw,${wide(55)}),min(92vw,${wide(27)})`
}

/**
 * A row of pictures to swipe through, with thumbnails that link to them, so that it works without
 * script. The custom element adds the rest (product-gallery.ts), also where React renders it.
 */
export function Gallery({ name, pictures, prefix = 'photo' }: Props) {
  const count = pictures.length
  const altOf = (index: number) =>
    count === 1 ? name : `${name}, ${productTexts.photo(index + 1, count).toLowerCase()}`
  return (
    <product-gallery class="relative grid content-start">
      {count === 0 ? (
        <div className={FRAME} />
      ) : (
        <ul
          className="rail"
          aria-label={productTexts.photosOf(name)}
          tabIndex={count > 1 ? 0 : undefined}
        >
          {pictures.map((picture, index) => (
            <li key={picture.id} className={FRAME} id={`${prefix}-${index + 1}`}>
              <Photo
                picture={picture}
                alt={altOf(index)}
                sizes={photoSizes(picture)}
                isFirst={index === 0}
                look={LOOK}
              />
            </li>
          ))}
        </ul>
      )}
      {count > 1 && (
        <ul className="thumbs mt-3 hidden gap-2 overflow-x-auto md:flex print:hidden">
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <a
                className="flex overflow-hidden rounded-field border-2 border-base-300 aria-[current]:border-primary"
                href={`#${prefix}-${index + 1}`}
              >
                <img
                  src={thumbnailPath(picture)}
                  alt={productTexts.photo(index + 1, count)}
                  width="64"
                  height="64"
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </product-gallery>
  )
}
