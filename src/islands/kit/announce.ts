let region: HTMLElement | undefined

/** Has screen readers read out a text without moving the focus. */
export function announce(text: string): void {
  if (!region) {
    // An `output` is a live region by itself.
    region = document.createElement('output')
    region.className = 'sr-only'
  }
  // While a modal dialog is open, nothing outside it is read out.
  const around = document.querySelector('dialog:modal') ?? document.body
  if (region.parentElement !== around) around.append(region)
  // A repeated text has to differ to be read again.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text
}
