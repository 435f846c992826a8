import href from '#styles/app.css?url'

let sheet: Promise<void> | undefined

/**
 * Links the sheet of application screens where the page has not done so: a catalogue page has only what is
 * seen before a touch. Resolves also where it can't be loaded: what is not styled can still be used.
 */
export function appSheet(): Promise<void> {
  return (sheet ??= new Promise((resolve) => {
    if (document.querySelector(`link[href="${href}"]`)) return resolve()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = link.onerror = () => resolve()
    // Behind the page's own, which knows few utilities: of two on an element (`hidden md:flex`) it may know
    // the first alone, and this one has all in their order.
    document.head.append(link)
  }))
}
