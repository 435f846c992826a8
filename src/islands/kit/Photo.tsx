import { largestFile, pictureFile, pictureWidths, sourceSet } from '#lib/catalogue/picture.ts'
import type { Picture } from '#lib/catalogue/product.ts'

type Props = {
  picture: Picture
  alt: string
  sizes: string
  /** Visible at once: not loaded lazily. */
  isEager?: boolean
  /** The largest element that is visible at once, loaded with high priority. */
  isFirst?: boolean
  /** Classes of the picture: how it fills its frame. */
  look?: string
}

/** A catalogue picture in AVIF and WebP. Its frame reserves the space until it is loaded. */
export function Photo({ picture, alt, sizes, isEager = false, isFirst = false, look }: Props) {
  const { id, width, height } = picture
  const small = pictureWidths(picture).find((one) => one >= 320)
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(picture, 'avif')} sizes={sizes} />
      <img
        className={look ?? 'size-full object-cover'}
        src={`/uploads/${small ? pictureFile(id, small, 'webp') : largestFile(picture)}`}
        srcSet={sourceSet(picture, 'webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={isEager || isFirst ? undefined : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding={isFirst ? undefined : 'async'}
      />
    </picture>
  )
}
