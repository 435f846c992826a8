/** libvips loaders that no picture of ours needs. Their formats are refused earlier; this is a second barrier (H11). */
export const BLOCKED_LOADERS = [
  ...['Svg', 'Pdf', 'Magick', 'Openslide', 'Tiff', 'Gif', 'Mat', 'Fits', 'Openexr'],
].map((format) => `VipsForeignLoad${format}`)
