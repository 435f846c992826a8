/** The element that had the focus before the toast got it. */
let from: Element | undefined

/** Remembers which element loses the focus to the toast. */
export function rememberFocus(host: HTMLElement): void {
  host.addEventListener('focusin', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Element)) from = undefined
    else if (!host.contains(relatedTarget)) from = relatedTarget
  })
}

/**
 * Moves the focus out of a closing toast: back to where it came from or, if that is gone, to the
 * heading.
 */
export function focusAfter(host: HTMLElement): void {
  const target = from?.getClientRects().length ? from : headingOf(host.closest('dialog'))
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/** The heading of the dialog around the toast, or of the page. */
function headingOf(dialog: HTMLElement | null): HTMLElement | null {
  const heading = dialog?.querySelector<HTMLElement>('h2') ?? document.querySelector('main h1')
  if (heading) heading.tabIndex = -1
  return heading
}
