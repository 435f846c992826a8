import { largestFile, pictureFile, pictureWidths, sourceSet } from '#lib/catalogue/picture.ts'
import type { Picture } from '#lib/catalogue/product.ts'

type Props = {
  picture: Picture
  alt: string
  sizes: string
  /** Seen at once: not loaded lazily. */
  isEager?: boolean
  /** The largest thing that is seen at once. */
  isFirst?: boolean
  /** Classes of the picture: how it fills its frame. */
  look?: string
}

/** A catalogue picture in AVIF and WebP; its frame keeps the place before it is there. */
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
