/** What counts as an input of the shopper; a touch is a pointer. */
export const INPUTS = ['pointerdown', 'keydown', 'wheel', 'click', 'input'] as const

let first: Promise<void> | undefined

/**
 * Resolves with the shopper's first input on this page; what is large is not loaded before it. The page
 * says of an input before this code (publish/app/module-loader.ts).
 */
export function firstInput(): Promise<void> {
  first ??= new Promise((resolve) => {
    if (document.body.dataset['touched'] !== undefined) return resolve()
    const options = { capture: true, passive: true, once: true }
    for (const type of INPUTS) addEventListener(type, () => resolve(), options)
  })
  return first
}

/** Resolves when the element is in view, or within a screen of it. */
export function nearView(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '100%' },
    )
    observer.observe(element)
  })
}
