import type { FormControl, Noted } from './record-input.ts'

/**
 * Gives an island that has become live what was done in it before: values as if typed now, the
 * focus with its selection, then presses and submits in order.
 */
export function replayInput(
  island: Element,
  { acts, caret, caretOf, fields, focused, touched }: Noted,
): void {
  const active = document.activeElement
  // React has replaced the focused element; otherwise the shopper may have moved on since.
  const isLost = active === null || active === document.body
  const place = isLost ? focused : active
  const marked = isLost ? caret : caretOf(active)
  for (const one of fields) {
    if (touched.has(one.field) || isChanged(one)) bring(one, island, one.field === place)
  }
  restoreCaret(place, marked, island)
  for (const act of acts) repeat(act, island)
}

/** Finds also what was typed before any of our code ran, or what the browser filled in. */
function isChanged({ field, value, isChecked }: Noted['fields'][number]): boolean {
  if (field instanceof HTMLSelectElement) {
    const usual = [...field.options].find((option) => option.defaultSelected) ?? field.options[0]
    return value !== usual?.value
  }
  if (isTick(field)) return isChecked !== field.defaultChecked
  return !/^(hidden|file)$/.test(field.type) && value !== field.defaultValue
}

const isTick = (field: FormControl): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)

/**
 * Sets a value as typing does. React compares a field with the value it last saw there, so another
 * value is set first to make them differ.
 */
function bring(
  { field, value, isChecked }: Noted['fields'][number],
  island: Element,
  isFocused: boolean,
): void {
  const now = stillThere(field, island)
  if (now instanceof HTMLInputElement && isTick(now)) {
    // Of radio buttons, only the checked one is replayed.
    if (now.type === 'radio' && !isChecked) return
    now.checked = !isChecked
    return now.click()
  }
  if (now instanceof HTMLSelectElement) now.value = value
  // Scripts cannot set a file input's content, only pass on files that were chosen.
  else if (now instanceof HTMLInputElement && now.type === 'file') handOnFiles(field, now)
  else if (now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement) {
    now.value = value === '' ? '0' : ''
    const { prototype } = now instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Reflect.set(prototype, 'value', value, now)
    now.dispatchEvent(new Event('input', { bubbles: true }))
    // While somebody is still typing there, the change is not complete.
    if (isFocused) return
  } else return
  now.dispatchEvent(new Event('change', { bubbles: true }))
}

function handOnFiles(from: FormControl, to: HTMLInputElement): void {
  if (from !== to && from instanceof HTMLInputElement) to.files = from.files
}

function restoreCaret(focused: Element | null, caret: Noted['caret'], island: Element): void {
  const now = focused && stillThere(focused, island)
  if (!(now instanceof HTMLElement)) return
  if (document.activeElement !== now) now.focus({ preventScroll: true })
  const isText = now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement
  if (isText && caret && caret[0] !== null) now.setSelectionRange(caret[0], caret[1])
}

function repeat(act: Noted['acts'][number], island: Element): void {
  const now = act.target instanceof Element ? stillThere(act.target, island) : null
  if (act instanceof SubmitEvent) {
    const button = act.submitter && stillThere(act.submitter, island)
    const submitter = button instanceof HTMLElement ? button : null
    if (now instanceof HTMLFormElement) now.requestSubmit(submitter)
  } else {
    now?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
  }
}

/** The element itself or, if React has replaced it, the one with the same key, id or name. */
function stillThere(element: Element, island: Element): Element | null {
  if (element.isConnected) return element
  const key = element.closest('[data-replay]')?.getAttribute('data-replay')
  const [name, value] = [element.getAttribute('name'), element.getAttribute('value')]
  const wanted = [
    key && `[data-replay="${CSS.escape(key)}"]`,
    element.id && `#${CSS.escape(element.id)}`,
    name && value && `[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`,
    name && `[name="${CSS.escape(name)}"]`,
  ]
  for (const selector of wanted) {
    const found = selector && island.querySelector(selector)
    if (found) return found
  }
  return null
}
