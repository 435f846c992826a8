const SHOWN = 60

/** What was found, short enough for one line. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line}”`
}
