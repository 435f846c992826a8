/**
 * Fetches and parses a page of this shop.
 * @returns undefined if the server refuses it, or if it is a stored copy, which only a full page says
 *   (offline-note.ts)
 * @throws if it cannot be reached
 */
export async function fetchPage(
  address: string,
  signal: AbortSignal,
): Promise<Document | undefined> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html' } })
  if (!response.ok) return undefined
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return page.body.dataset['kept'] ? undefined : page
}
