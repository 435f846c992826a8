import type { Picture } from './product.ts'

const WIDTHS = [160, 320, 640] as const
const LARGEST = 1280

/** The widths in which a picture is stored, never larger than its source. */
export function pictureWidths(picture: { width: number }): number[] {
  return [...WIDTHS.filter((width) => width < picture.width), Math.min(picture.width, LARGEST)]
}

/** File name in /uploads for one width. */
export function pictureFile(id: string, width: number, format: 'avif' | 'webp'): string {
  return `${id}-${width}.${format}`
}

/** File name of the 1200×630 JPEG for previews in chat apps. */
export function previewFile(id: string): string {
  return `${id}-og.jpg`
}

/**
 * A picture's file, followed by the files to send in its place until it is made, best first. Files
 * that an import leaves for later (AVIF, previews) have WebP ones as substitutes; other files have
 * none.
 */
export function withStandIns(file: string): string[] {
  const [, id, width] = /^([0-9a-f]{16})-(\d+|og)\.(?:avif|jpg)$/.exec(file) ?? []
  if (id === undefined) return [file]
  const widths = width === 'og' ? [...WIDTHS].reverse() : [width]
  return [file, ...widths.map((of) => `${id}-${of}.webp`)]
}

/** File name of the largest WebP, which the API names in `images`. */
export function largestFile(picture: Picture): string {
  return pictureFile(picture.id, Math.min(picture.width, LARGEST), 'webp')
}

/** Address of the smallest file, for rows of small pictures. */
export function thumbnailPath(picture: Picture): string {
  const [width = picture.width] = pictureWidths(picture)
  return `/uploads/${pictureFile(picture.id, width, 'webp')}`
}

/** The file name of the smallest width, given that of `largestFile`. */
export function thumbnailFile(file: string): string {
  return file.replace(/\d+(?=\.webp$)/, (width) => String(Math.min(Number(width), WIDTHS[0])))
}

/** A `srcset` of all widths in one format. */
export function sourceSet(picture: Picture, format: 'avif' | 'webp'): string {
  return pictureWidths(picture)
    .map((width) => `/uploads/${pictureFile(picture.id, width, format)} ${width}w`)
    .join(', ')
}
