let region: HTMLElement | undefined

/** Has a screen reader say the text without moving the focus. */
export function announce(text: string): void {
  if (!region) {
    // A live region by itself.
    region = document.createElement('output')
    region.className = 'sr-only'
  }
  // Outside of an open dialog nothing is read out.
  const around = document.querySelector('dialog:modal') ?? document.body
  if (region.parentElement !== around) around.append(region)
  // The same text again is said again.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text
}
