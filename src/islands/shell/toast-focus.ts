/** Where the focus was before it came into the toast. */
let from: Element | undefined

/** Remembers where the focus comes from that goes into the toast. */
export function rememberFocus(host: HTMLElement): void {
  host.addEventListener('focusin', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Element)) from = undefined
    else if (!host.contains(relatedTarget)) from = relatedTarget
  })
}

/** Where the focus goes from a toast that closes: back, or, where that is gone, to what the page is called. */
export function focusAfter(host: HTMLElement): void {
  const target = from?.checkVisibility() ? from : headingOf(host.closest('dialog'))
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/** Of the dialog that the toast stands in, or of the page. */
function headingOf(dialog: HTMLElement | null): HTMLElement | null {
  const heading = dialog?.querySelector<HTMLElement>('h2') ?? document.querySelector('main h1')
  if (heading) heading.tabIndex = -1
  return heading
}
