/** What a form of the desk may change beside the products; each is a page of its own. */
export const CONTENT_PARTS = [
  'words',
  'delivery',
  'synonyms',
  'banners',
  'categories',
  'texts',
] as const
export type ContentPart = (typeof CONTENT_PARTS)[number]

export const isContentPart = (text: string | undefined): text is ContentPart =>
  CONTENT_PARTS.some((part) => part === text)

/**
 * The files that a form makes, as those of a catalogue folder; or why it makes none. `fields`: what it says,
 * where that is not as it came.
 */
export type PartFiles =
  { ok: true; files: Record<string, string>; fields?: FormFields } | { ok: false; error: string }
export type FormFields = Record<string, string>
/** The names of the pictures that came with a field of the form. */
export type PicturesFrom = (field: string) => string[]

export const line = (fields: FormFields, name: string) => (fields[name] ?? '').trim()
/** The lines of a text, without those that are empty. */
export const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((one) => one.trim())
    .filter(Boolean)
