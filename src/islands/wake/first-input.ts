/** Events that count as input; a touch arrives as a pointer event. */
export const INPUTS = ['pointerdown', 'keydown', 'wheel', 'click', 'input'] as const

let first: Promise<unknown> | undefined

/**
 * Resolves at the shopper's first input on this page; large code is not loaded before it. An input
 * from before this code ran is marked on the body (light/page-loader.ts).
 */
export function firstInput(): Promise<unknown> {
  first ??= new Promise((resolve) => {
    if (document.body.dataset['touched'] !== undefined) return resolve(true)
    const options = { capture: true, passive: true, once: true }
    for (const type of INPUTS) addEventListener(type, resolve, options)
  })
  return first
}

/** Resolves when the element is in view, or within one screen of it. */
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
