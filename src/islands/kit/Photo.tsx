import { largestFile, pictureFile, pictureWidths, sourceSet } from '#lib/catalogue/picture.ts'
import type { Picture } from '#lib/catalogue/product.ts'

type Props = {
  picture: Picture
  alt: string
  sizes: string
  /** The largest thing that is seen at once. */
  isFirst?: boolean
}

/** A catalogue picture in AVIF and WebP; its frame keeps the place before it is there. */
export function Photo({ picture, alt, sizes, isFirst = false }: Props) {
  const { id, width, height } = picture
  const small = pictureWidths(picture).find((one) => one >= 320)
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(picture, 'avif')} sizes={sizes} />
      <img
        src={`/uploads/${small ? pictureFile(id, small, 'webp') : largestFile(picture)}`}
        srcSet={sourceSet(picture, 'webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={isFirst ? undefined : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding={isFirst ? undefined : 'async'}
      />
    </picture>
  )
}
