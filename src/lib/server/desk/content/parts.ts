/** What forms of the desk can change besides products; each part has its own page. */
export const CONTENT_PARTS = [
  'words',
  'delivery',
  'synonyms',
  'banners',
  'categories',
  'texts',
] as const
export type ContentPart = (typeof CONTENT_PARTS)[number]

/** Whether a text names a part of the content. */
export const isContentPart = (text: string | undefined): text is ContentPart =>
  CONTENT_PARTS.some((part) => part === text)

/**
 * The files that a form writes, named as in a catalogue folder, or why it writes none. `fields`: the form's
 * values, if they were adapted.
 */
export type PartFiles =
  | { ok: true; files: Record<string, string>; fields?: FormFields }
  | { ok: false; error: string; fields?: FormFields }
export type FormFields = Record<string, string>
/** Returns the file names of the pictures uploaded with a field of the form. */
export type PicturesFrom = (field: string) => string[]

/** A field of the form, trimmed; empty if it is missing. */
export const line = (fields: FormFields, name: string) => (fields[name] ?? '').trim()
/** The lines of a text, without those that are empty. */
export const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((one) => one.trim())
    .filter(Boolean)
