const SHOWN = 60

/** Quotes what was found, shortened to fit on one line. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line}”`
}
