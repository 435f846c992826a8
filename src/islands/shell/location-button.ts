/** Opens the location dialog, whose code comes with the first click; the links lead to its page. */
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element && event.target.closest<HTMLElement>('[data-location]')
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey)
    return
  event.preventDefault()
  import('./location-dialog.ts')
    .then(({ openLocationDialog }) => openLocationDialog())
    .catch(() => location.assign(link.href))
})
