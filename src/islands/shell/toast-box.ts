import { TOAST_MS } from '#lib/limits.ts'
import { KEPT_ALERT_KEY } from '#lib/browser/storage-keys.ts'
import { toastTexts } from '#lib/texts/browser/shared.ts'
import { FILL_MS } from '#islands/kit/announce.ts'
import { findRoom } from './toast-room.ts'
import { focusAfter, rememberFocus } from './toast-focus.ts'
import { $alert, type Alert, closeAlert, showAlert } from '#stores/toast.ts'

const BUTTON = 'min-h-11 min-w-11 cursor-pointer -outline-offset-2'
const EDGE = '1px solid rgb(255 255 255 / 0.4)'

/** Whether a finger touched it last: on touch screens `:hover` stays set after a tap. */
let isTouched = false

/**
 * Shows alerts one after another, for 6000 ms each (S-020), or as long as somebody points at the
 * toast or has the focus in it. What can be taken back stays for somebody who uses keys, as it takes
 * them long to get there; Ctrl+Z does it, too. It is placed where it covers the fewest controls.
 */
export function openToast(host: HTMLElement, text: HTMLElement): void {
  const action = button(runAction)
  action.className = `${BUTTON} underline`
  const close = button(() => closeAlert())
  close.className = `${BUTTON} text-xl`
  close.textContent = '×'
  close.ariaLabel = toastTexts.close
  host.append(action, close)
  rememberFocus(host)

  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => clearTimeout(timer)
  const wait = () => {
    rest()
    if ($alert.get().open && !isHeld(host)) timer = setTimeout(pass, TOAST_MS)
  }
  host.addEventListener('pointerenter', ({ pointerType }) => (isTouched = pointerType === 'touch'))
  for (const type of ['pointerenter', 'focusin']) host.addEventListener(type, rest)
  for (const type of ['pointerleave', 'focusout'])
    host.addEventListener(type, () => requestAnimationFrame(wait))

  for (const type of ['close', 'toggle'])
    document.addEventListener(type, () => void follow(host), true)
  // A bar at the lower edge or an error text of a form changes the page's height.
  new ResizeObserver(() => isHeld(host) || move(host)).observe(document.body)
  document.addEventListener('keydown', onKey)
  // Whoever goes on without keys needs it no longer.
  document.addEventListener('pointerdown', () => $alert.get().isOld && wait())
  const fill = () => {
    text.textContent = $alert.get().msg
    move(host)
  }
  $alert.subscribe((alert) => {
    // Only a visible focus is moved: after a press of finger or mouse none is shown, and no
    // keyboard should open.
    const held = host.querySelector<HTMLElement>('button:focus-visible')
    // What a region holds as it comes into the page is not read out.
    const isNew = alert.open && place(host)
    text.textContent = isNew ? '' : alert.msg
    if (isNew) setTimeout(fill, FILL_MS)
    action.textContent = alert.action?.label ?? ''
    action.hidden = !alert.action
    action.setAttribute('aria-keyshortcuts', alert.action?.takesBack ? 'Control+Z' : '')
    close.hidden = !alert.open
    if (held?.hidden && alert.open) close.focus()
    else if (held?.hidden) focusAfter(host)
    show(host, alert)
    wait()
  })
  takeFlash()
  takeKept()
}

function button(press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.hidden = true
  made.addEventListener('click', press)
  return made
}

function runAction(): void {
  const { action } = $alert.get()
  closeAlert()
  action?.run()
}

/** Its time is over. A visible focus tells who uses keys: for them, Undo waits for the next alert. */
function pass(): void {
  const alert = $alert.get()
  const stays = alert.action?.takesBack && document.querySelector(':focus-visible:not(:read-write)')
  // Not set anew, which would have it read out again.
  if (stays) alert.isOld = true
  closeAlert(stays ? alert : undefined)
}

function onKey(event: KeyboardEvent): void {
  const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey)
  // What is typed has an undo of its own.
  if (!isUndo || !$alert.get().action?.takesBack || document.querySelector(':read-write:focus'))
    return
  event.preventDefault()
  runAction()
}

function show(host: HTMLElement, { color, open }: Alert): void {
  host.classList.toggle('is-open', open)
  host.classList.toggle('is-error', color === 'error')
  // The outline makes it visible on the dark footer.
  host.style.outline = open ? EDGE : ''
  move(host)
}

/** Moves it, while it is open, to where it covers the least. */
function move(host: HTMLElement): void {
  if ($alert.get().open) host.style.bottom = `${findRoom(host)}px`
}

/**
 * Whether somebody points at it or has the focus in it. After a tap, `:hover` on a touch screen
 * does not count.
 */
const isHeld = (host: HTMLElement) =>
  (!isTouched && host.matches(':hover')) || host.querySelector(':focus-visible') !== null

/**
 * When a dialog opens or closes below an open toast, moves the toast along, once the dialog's
 * animations have ended.
 */
async function follow(host: HTMLElement): Promise<void> {
  if (!place(host) || !$alert.get().open) return
  const moves = host.parentElement?.getAnimations({ subtree: true }).filter(isEnding) ?? []
  await Promise.allSettled(moves.map(({ finished }) => finished))
  move(host)
}

const isEnding = ({ effect }: Animation) => effect?.getTiming().iterations !== Infinity

/**
 * Moves it into the topmost modal dialog, since nothing outside can be seen or pressed.
 * @returns whether it was elsewhere
 */
function place(host: HTMLElement): boolean {
  const dialogs = [...document.querySelectorAll('dialog:modal')]
  const around = dialogs.at(-1) ?? document.body
  if (host.parentElement === around) return false
  around.append(host)
  return true
}

/** Takes over the message of the form that led here, which without script stands in the page. */
function takeFlash(): void {
  const flash = document.querySelector<HTMLElement>('.flash')
  // A browser that does not know the `scripting` media feature shows it in the page; leave it
  // there.
  if (!flash || getComputedStyle(flash).position !== 'fixed') return
  showAlert(flash.textContent.trim(), flash.dataset['error'] !== undefined ? 'error' : 'success')
  flash.remove()
}

/** Shows an alert that the previous page had no time to show. */
function takeKept(): void {
  try {
    const { msg, color }: Record<string, unknown> = JSON.parse(
      sessionStorage.getItem(KEPT_ALERT_KEY) ?? '{}',
    )
    sessionStorage.removeItem(KEPT_ALERT_KEY)
    if (typeof msg !== 'string' || $alert.get().open) return
    $alert.set({ msg, color: color === 'error' ? 'error' : 'success', open: true, isOld: true })
  } catch {
    // Storage may be blocked, or hold something else.
  }
}
