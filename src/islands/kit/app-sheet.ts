import href from '#styles/app.css?url'

let sheet: Promise<unknown> | undefined

/**
 * Links the style sheet of application screens if the page has not done so: a catalogue page has
 * only the styles it needs before a touch.
 * @throws if it cannot be loaded; the next call tries again
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
    // After the page's own sheet, which has few utilities: of two on one element (`hidden md:flex`)
    // it may have only the first, and this sheet has them all in the right order.
    document.head.append(link)
  }))
}
