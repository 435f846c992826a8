let region: HTMLElement | undefined

/** Has a screen reader say the text without moving the focus. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('p')
    region.className = 'sr-only'
    region.role = 'status'
    document.body.append(region)
  }
  const { textContent } = region
  // The same text again is said again.
  region.textContent = textContent === text ? `${text}\u00a0` : text
}
