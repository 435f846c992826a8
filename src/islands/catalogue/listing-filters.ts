import { isListing, withParameters } from '#lib/catalogue/listing-address.ts'
import { ENDS } from '#lib/catalogue/price-scale.ts'
import { formatRupees } from '#lib/money.ts'
import { announce } from '#islands/kit/announce.ts'
import { closeOnBack, endCloseOnBack } from '#islands/kit/close-on-back.ts'
import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'
import { rememberView, showColumns } from './listing-view.ts'
import { follow, showListing, showsAt, stopShowing } from './swap-listing.ts'

// A listing's filters, order, layout and pages are links and a GET form. With JavaScript, the page
// they lead to is fetched and its `main` replaces this one, without a full load.

/** A shopper who ticks several boxes in a row waits for one answer only. */
const WAIT_MS = 250

/** How wide the handles of prices are (listing.css). */
const HANDLE_PX = 28

let timer: ReturnType<typeof setTimeout> | undefined
let isStarted = false

/**
 * Handles a click on a link to a listing; other links, and clicks that open a new tab, are left to
 * the browser.
 */
function onClick(event: MouseEvent, main: HTMLElement): void {
  if (!(event.target instanceof Element)) return
  if (event.target.closest('#sidebar [type=button]')) return leaveSheet()
  if (event.target.matches('.price-range')) return moveNearer(event.target, event.clientX)
  const link = event.target.closest('a')
  const isOther = event.button || opensElsewhere(event) || event.altKey
  if (!link || isOther || link.target || event.defaultPrevented) return
  // What opens over the list does not stop a listing that is being fetched.
  if (link.matches('[data-choose],[data-quick]')) return
  // Any other link does, also one to a product's page.
  clearTimeout(timer)
  stopShowing()
  const { origin, pathname, search, hash } = new URL(link.href)
  if (origin !== location.origin || !(isListing(pathname) || pathname === '/search') || hash) return
  event.preventDefault()
  const { columns } = link.dataset
  if (columns) {
    rememberView(columns)
    showColumns(main, columns)
  }
  void showListing(pathname + search)
}

function onInput({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !isFilter(target)) return
  // A listing that is being fetched does not know of this choice.
  stopShowing()
  if (target.type === 'range') showPrices(target)
}

function onChange({ target }: Event): void {
  if (!isFilter(target)) return
  stopShowing()
  clearTimeout(timer)
  timer = setTimeout(() => showFiltered(target.form), WAIT_MS)
}

async function onSubmit(event: SubmitEvent, main: HTMLElement): Promise<void> {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.id !== 'filters') return
  event.preventDefault()
  clearTimeout(timer)
  stopShowing()
  shutSheet()
  await endCloseOnBack(backFromSheet)
  showFiltered(form)
  // A new result is read from its top, not from where the sheet of filters was.
  const heading = main.querySelector<HTMLElement>('h1')
  heading?.focus({ preventScroll: true })
  scrollTo({ top: 0, behavior: 'instant' })
}

/** Screens on which the filters cover the products. */
const PHONE = matchMedia('(width < 64rem)')

/** The sheet of filters if it is open. */
const openSheet = () => (PHONE.matches ? document.querySelector('#sidebar[open]') : null)
const shutSheet = (): void => openSheet()?.removeAttribute('open')
const followSheet = () =>
  void (openSheet() ? closeOnBack(backFromSheet) : endCloseOnBack(backFromSheet))

function leaveSheet(): void {
  const sheet = openSheet()
  shutSheet()
  sheet?.querySelector('summary')?.focus()
}

/** Keeps the focus from being lost with what had it. */
function backFromSheet(): void {
  if (openSheet()?.contains(document.activeElement)) leaveSheet()
  else shutSheet()
}

/** Lets no focus walk on behind the sheet. */
function shutBehind(focus: EventTarget | null): void {
  const isSomewhere = focus instanceof Node && focus !== document.body
  if (isSomewhere && !openSheet()?.contains(focus)) shutSheet()
}

function onKey({ key }: KeyboardEvent): void {
  if (key === 'Escape') leaveSheet()
}

function isFilter(target: unknown): target is HTMLInputElement | HTMLSelectElement {
  const isControl = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  return isControl && target.form?.id === 'filters'
}

function showFiltered(form: HTMLFormElement | null): void {
  if (!form) return
  const { pathname } = new URL(form.action)
  const sent = new FormData(form)
  const [low, high] = String(sent.get(ENDS)).split('-')
  const idle = new Map([
    ['minprice', low],
    ['maxprice', high],
  ])
  sent.delete(ENDS)
  // A price slider left at the end of its range filters nothing.
  const chosen = [...sent].map(([name, value]): [string, string] => [
    name,
    idle.get(name) === value ? '' : String(value),
  ])
  const address = withParameters(pathname, chosen)
  // Shown already: going there again would only add a step to the history. After a step back that
  // was overtaken, the address is that of a list which never came.
  const isHere = address === location.pathname + location.search
  if (!isHere || [...form.elements].some(isChosen)) void showListing(address)
}

/** Whether a control was changed before this code was loaded. */
function isChosen(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const given = [...control.options].findIndex(({ defaultSelected }) => defaultSelected)
    return control.selectedIndex !== Math.max(0, given)
  }
  if (!(control instanceof HTMLInputElement)) return false
  return control.checked !== control.defaultChecked || control.value !== control.defaultValue
}

/** Writes out both ends of the price range, and keeps them from passing each other. */
function showPrices(moved: HTMLInputElement): void {
  const ranges = [...(moved.form?.querySelectorAll<HTMLInputElement>('[type=range]') ?? [])]
  const [low, high] = ranges
  if (!low || !high) return
  // Beyond `data-stop` there are no products.
  const stop = Number(moved.dataset['stop'])
  if (moved === low ? low.valueAsNumber > stop : high.valueAsNumber < stop)
    moved.value = String(stop)
  if (low.valueAsNumber > high.valueAsNumber) {
    moved.value = moved === low ? high.value : low.value
  }
  // Where both handles meet at the top, only the lower one can still be moved: put it above the
  // other.
  low.classList.toggle('z-1', low.valueAsNumber * 2 > Number(low.min) + Number(low.max))
  for (const range of ranges) {
    const rupees = formatRupees(range.valueAsNumber)
    const output = moved.form?.querySelector(`output[for=${range.id}] b`)
    if (output) output.textContent = rupees
  }
}

/** A press beside the handles moves the nearer one there, for whom dragging is hard (WCAG 2.5.7). */
function moveNearer(scale: Element, x: number): void {
  const [low, high] = scale.querySelectorAll('input')
  if (!low || !high) return
  const { left, width } = scale.getBoundingClientRect()
  const [from, to] = [Number(low.min), Number(low.max)]
  // The middle of a handle stays half its width from both ends.
  const wanted = from + ((to - from) * (x - left - HANDLE_PX / 2)) / (width - HANDLE_PX)
  const nearer = wanted - low.valueAsNumber < high.valueAsNumber - wanted ? low : high
  nearer.value = String(wanted)
  nearer.focus()
  for (const type of ['input', 'change']) nearer.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Takes over a listing that was loaded at this address; only the first call counts. */
export function startListing(address: string): void {
  const main = document.querySelector('main')
  if (!main || isStarted) return
  isStarted = true
  showsAt(address)
  void follow()
  main.addEventListener('click', (event) => onClick(event, main))
  main.addEventListener('input', onInput)
  main.addEventListener('change', onChange)
  main.addEventListener('submit', (event) => void onSubmit(event, main))
  main.addEventListener('keydown', onKey)
  main.addEventListener('focusout', ({ relatedTarget }) => shutBehind(relatedTarget))
  main.addEventListener('toggle', followSheet, true)
  // It may have left the sheet before this code was there.
  shutBehind(document.activeElement)
  followSheet()
  const form = document.querySelector<HTMLFormElement>('#filters')
  if (form && [...form.elements].some(isChosen)) {
    const low = form.querySelector<HTMLInputElement>('[type=range]')
    if (low) showPrices(low)
    showFiltered(form)
  }
  // The live region must exist before it is needed, or screen readers miss the first announcement.
  announce('')
}
