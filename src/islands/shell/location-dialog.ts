import { placeTexts } from '#lib/texts/browser/place.ts'
import { locationTexts } from '#lib/texts/browser/shared.ts'
import { EVERYWHERE } from '#lib/catalogue/location.ts'
import { $countries, loadCountries } from '#stores/catalogue.ts'
import { $location, chooseLocation } from '#stores/location.ts'
import { announce } from '#islands/kit/announce.ts'
import { appSheet } from '#islands/kit/app-sheet.ts'
import { openDialog } from '#islands/kit/close-on-back.ts'
import { closeOutside } from '#islands/kit/close-outside.ts'
import { make } from './make.ts'
import { placeForm } from './place-form.ts'

let dialog: HTMLDialogElement | undefined

/**
 * Asks where to deliver: for a PIN code and, in a shop that sells abroad, for a country.
 * @throws if the countries or styles cannot be loaded; the page with the same form is still there
 */
export async function openLocationDialog(hasCountries: boolean): Promise<void> {
  const [isThere] = await Promise.all([!hasCountries || loadCountries(), appSheet()])
  if (!isThere) throw new Error('/api/countries gave no countries')
  dialog ??= makeDialog(hasCountries ? $countries.get().map(({ country }) => country) : [])
  if (dialog.open) return
  openDialog(dialog)
}

function makeDialog(countries: string[]): HTMLDialogElement {
  const made = document.createElement('dialog')
  made.className = 'modal modal-bottom md:modal-middle'
  made.setAttribute('aria-labelledby', 'location-title')
  const title = make('h2', {
    ...{ id: 'location-title', className: 'text-lg', textContent: locationTexts.choose },
  })
  const close = make('button', {
    className: 'btn btn-circle text-2xl font-normal btn-ghost',
    type: 'button',
    textContent: '\u00d7',
  })
  close.setAttribute('aria-label', locationTexts.close)
  close.addEventListener('click', () => made.close())
  const head = make('div', {
    className: 'sticky top-0 grid grid-cols-[1fr_auto] items-center gap-2 bg-base-100 p-4',
  })
  head.append(title, close)
  const box = make('div', { className: 'modal-box max-w-md p-0' })
  box.append(
    head,
    placeForm(() => made.close()),
  )
  if (countries.length > 0) box.append(...countryPicker(countries))
  closeOutside(made)
  made.append(box)
  document.body.append(made)
  return made
}

/** The list of countries, starting with 'All', and a box that filters it (S-042). */
function countryPicker(countries: string[]): HTMLElement[] {
  const search = make('input', {
    ...{
      type: 'search',
      className: 'input w-full border-edge',
      autocomplete: 'off',
      enterKeyHint: 'go',
    },
    placeholder: locationTexts.search,
    ariaLabel: locationTexts.search,
  })
  const list = make('ul', {})
  const none = make('p', { className: 'p-4', textContent: locationTexts.none, hidden: true })
  list.append(...[EVERYWHERE, ...countries].map(toItem))
  search.addEventListener('input', () => {
    const count = filter(list, search.value)
    none.hidden = count > 0
    announce(count > 0 ? locationTexts.found(count) : locationTexts.none)
  })
  search.addEventListener('keydown', ({ key }) => {
    const first = list.querySelector<HTMLElement>('li:not([hidden]) button')
    if (key === 'Enter' && search.value.trim() !== '') first?.click()
  })
  const head = make('div', { className: 'grid gap-2 border-t border-base-300 p-4' })
  head.append(make('h3', { textContent: placeTexts.orCountry }), search)
  return [head, list, none]
}

function toItem(country: string): HTMLLIElement {
  const item = make('li', {})
  const button = make('button', {
    ...{ type: 'button', textContent: country },
    className:
      'min-h-11 w-full cursor-pointer px-4 text-left -outline-offset-2 hover:bg-base-200 aria-[current]:bg-base-200 aria-[current]:font-semibold aria-[current]:text-primary',
  })
  if (country === $location.get()) button.setAttribute('aria-current', 'true')
  button.addEventListener('click', () => {
    chooseLocation(country)
    location.assign('/')
  })
  item.append(button)
  return item
}

/**
 * Shows only countries whose names contain the text.
 * @returns how many
 */
function filter(list: HTMLElement, text: string): number {
  const wanted = text.trim().toLowerCase()
  let count = 0
  for (const item of list.querySelectorAll('li')) {
    item.hidden = !item.textContent.toLowerCase().includes(wanted)
    if (!item.hidden) count++
  }
  return count
}
