/** What stands between two words of a name, in a form that JavaScript and PostgreSQL read the same. */
export const BETWEEN_WORDS = String.raw`[\s\-/(),&+.:;"'|]`

const BETWEEN = new RegExp(BETWEEN_WORDS, 'g')

/** A text with a space before each of its words. */
export const spacedWords = (text: string): string => ` ${text.replace(BETWEEN, ' ')}`
