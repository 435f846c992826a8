/** Loaders that no picture of ours needs; their formats come no further, and are off besides (H11). */
export const BLOCKED_LOADERS = [
  ...['Svg', 'Pdf', 'Magick', 'Openslide', 'Tiff', 'Gif', 'Mat', 'Fits', 'Openexr'],
].map((format) => `VipsForeignLoad${format}`)
