/** A page of this shop, parsed; undefined when the server does not give it. */
export async function fetchPage(
  address: string,
  signal: AbortSignal,
): Promise<Document | undefined> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html' } })
  if (!response.ok) return undefined
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
