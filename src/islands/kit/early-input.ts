/** A field whose content the shopper can have changed before the island was live. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Changed = { field: Field; value: string; isChecked: boolean; isLeft: boolean }
type Act = { kind: 'click'; target: HTMLElement } | { kind: 'submit'; event: SubmitEvent }

/** What works before React does: it is neither held back nor repeated. */
const NATIVE = '[data-native], summary, select, textarea, input, label'
/** What is held: links only where they say that a script does more than they do. */
const HELD = 'button, [data-replay]'

/**
 * Notes what is pressed, typed and sent in an island that is not live yet, and brings it to the
 * island once it is: `replay`. Where the island can't come, `release` lets links and forms do it.
 */
export function noteInput(island: HTMLElement) {
  const acts: Act[] = []
  const touched = new Set<Field>()
  let changed: Changed[] = []
  let caret: { field: Element; at: [number, number] | undefined } | undefined

  const hold = (event: Event) => {
    if (event instanceof SubmitEvent) acts.push({ kind: 'submit', event })
    else if (event instanceof MouseEvent && isHeld(event)) {
      acts.push({ kind: 'click', target: event.target })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const note = ({ target }: Event) => {
    if (isField(target)) touched.add(target)
  }
  island.addEventListener('click', hold, true)
  island.addEventListener('submit', hold, true)
  island.addEventListener('input', note, true)

  const stop = () => {
    island.removeEventListener('click', hold, true)
    island.removeEventListener('submit', hold, true)
    island.removeEventListener('input', note, true)
  }

  return {
    /** Right before React takes over: it may put its own values in place of the typed ones. */
    keep(): void {
      const fields = [...island.querySelectorAll<Field>('input, select, textarea')]
      changed = fields.filter((field) => touched.has(field) || isChanged(field)).map(toChanged)
      const field = document.activeElement
      if (field && island.contains(field)) caret = { field, at: caretOf(field) }
    },
    replay(): void {
      stop()
      for (const one of changed) bring(one, island)
      restoreCaret(caret, island)
      for (const act of acts) repeat(act, island)
    },
    release(): void {
      stop()
      for (const act of acts) repeat(act, island)
    },
  }
}

function isHeld(event: MouseEvent): event is MouseEvent & { target: HTMLElement } {
  const { target, ctrlKey, metaKey, shiftKey, button } = event
  if (ctrlKey || metaKey || shiftKey || button !== 0) return false
  if (!(target instanceof Element) || target.closest(NATIVE)) return false
  return target.closest(HELD) !== null
}

function isField(target: unknown): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  )
}

/** Also what was typed before any of our code ran, or what the browser has filled in. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  }
  if (isTick(field)) return field.checked !== field.defaultChecked
  return field.type !== 'hidden' && field.type !== 'file' && field.value !== field.defaultValue
}

function toChanged(field: Field): Changed {
  const isChecked = isTick(field) && field.checked
  return { field, value: field.value, isChecked, isLeft: document.activeElement !== field }
}

const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)

/**
 * Puts a value in as typing does. React asks each field whether it differs from what it last saw
 * there; another value set first makes that so.
 */
function bring({ field, value, isChecked, isLeft }: Changed, island: Element): void {
  const now = stillThere(field, island)
  if (!isField(now)) return
  if (isTick(now)) {
    if (now.type === 'radio' && !isChecked) return
    now.checked = !isChecked
    return now.click()
  }
  if (!(now instanceof HTMLSelectElement)) {
    now.value = value === '' ? '0' : ''
    const { prototype } = now instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Reflect.set(prototype, 'value', value, now)
    now.dispatchEvent(new Event('input', { bubbles: true }))
    if (!isLeft) return
  } else now.value = value
  now.dispatchEvent(new Event('change', { bubbles: true }))
}

function caretOf(field: Element): [number, number] | undefined {
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  const { selectionStart = null, selectionEnd = null } = isText ? field : {}
  return selectionStart === null ? undefined : [selectionStart, selectionEnd ?? selectionStart]
}

type Caret = { field: Element; at: [number, number] | undefined } | undefined

function restoreCaret(caret: Caret, island: Element): void {
  const now = caret && stillThere(caret.field, island)
  if (!(now instanceof HTMLElement)) return
  if (document.activeElement !== now) now.focus({ preventScroll: true })
  const isText = now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement
  if (caret?.at && isText) now.setSelectionRange(...caret.at)
}

function repeat(act: Act, island: Element): void {
  if (act.kind === 'click') {
    const now = stillThere(act.target, island)
    return now instanceof HTMLElement || now instanceof SVGElement ? press(now) : undefined
  }
  const { target, submitter } = act.event
  const form = target instanceof Element ? stillThere(target, island) : undefined
  if (!(form instanceof HTMLFormElement)) return
  const button = submitter && stillThere(submitter, island)
  form.requestSubmit(button instanceof HTMLElement ? button : null)
}

function press(target: Element): void {
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
}

/** The element itself, or the one that React has put in its place: by what its control is called. */
function stillThere(element: Element, island: Element): Element | null {
  if (element.isConnected) return element
  const key = element.closest('[data-replay]')?.getAttribute('data-replay')
  const name = element.getAttribute('name')
  const value = element.getAttribute('value')
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
