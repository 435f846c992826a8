/** The text of a cell, in which workbooks write characters that XML cannot have as `_x000D_` (ECMA-376, 22.4.2.4). */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text

/** A text as `decodeEscapes` reads it, though it looks like such a character itself. */
export const encodeEscapes = (text: string): string =>
  text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
