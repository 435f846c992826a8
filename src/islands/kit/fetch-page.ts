/**
 * Fetches and parses a page of this shop.
 * @returns undefined if the server refuses it
 * @throws if it cannot be reached
 */
export async function fetchPage(
  address: string,
  signal: AbortSignal,
): Promise<Document | undefined> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html' } })
  if (!response.ok) return undefined
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
