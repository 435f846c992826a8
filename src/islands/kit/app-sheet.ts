import href from '#styles/app.css?url'

let sheet: Promise<unknown> | undefined

/**
 * Links the sheet of application screens where the page has not done so: a catalogue page has only what is
 * seen before a touch.
 * @throws when it can't be loaded; the next call tries again
 */
export function appSheet(): Promise<unknown> {
  return (sheet ??= new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${href}"]`)) return resolve(href)
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      sheet = undefined
      reject(new Error(href))
    }
    // Behind the page's own, which knows few utilities: of two on an element (`hidden md:flex`) it may know
    // the first alone, and this one has all in their order.
    document.head.append(link)
  }))
}
