import { DESK_KEY } from '#lib/browser/storage-keys.ts'
import { firstLetter, type StoredUser } from '#lib/account/session.ts'
import { sessionTexts } from '#lib/texts/browser/session.ts'
import { beginSession } from '#stores/last-account.ts'
import { $isLoggedIn, $user, logOut } from '#stores/session.ts'
import { CategoryMenu } from './category-menu.ts'
import { hasUnsent } from '#islands/kit/unsent.ts'

const { menu } = sessionTexts
/** Signing out waits at most this long for unsent changes. */
const SENDING_MS = 4000
const LINKS = [
  ['/myaccount', menu.myAccount],
  ['/orders', menu.orders],
  ['/mylist', menu.wishList],
] as const
const DESK = ['/desk', menu.desk] as const
/** Classes of a link or button in the menu. */
const ITEM =
  'flex min-h-11 w-full cursor-pointer items-center rounded-field px-3 font-semibold hover:bg-base-200 hover:text-primary aria-[current]:bg-base-200 aria-[current]:text-primary'

/**
 * `<account-menu>`: the page's Sign In link or, if this browser has the session flags, the menu of
 * the signed-in shopper (S-024, S-025). It opens and closes like the category menu.
 */
class AccountMenu extends CategoryMenu {
  #link = this.querySelector('a')
  #unbind = (): void => {}

  override connectedCallback(): void {
    super.connectedCallback()
    const unbindUser = $user.subscribe(() => this.#show())
    const unbindToken = $isLoggedIn.listen(() => this.#show())
    this.#unbind = () => [unbindUser, unbindToken].forEach((unbind) => unbind())
  }

  disconnectedCallback(): void {
    this.#unbind()
  }

  #show(): void {
    const user = $isLoggedIn.get() ? $user.get() : undefined
    if (user) this.replaceChildren(menuOf(user))
    else if (this.#link) this.replaceChildren(this.#link)
  }
}

function menuOf({ name }: StoredUser): HTMLDetailsElement {
  const details = document.createElement('details')
  details.className = 'group relative'
  const summary = document.createElement('summary')
  // An invisible layer behind the open menu: a press on it closes the menu and does nothing else.
  summary.className =
    'grid min-h-11 min-w-11 place-items-center group-open:before:fixed group-open:before:inset-0 group-open:before:z-20'
  const avatar = text('span', firstLetter(name))
  avatar.className =
    'avatar grid size-9 place-items-center rounded-full bg-primary font-bold text-primary-content group-open:bg-neutral'
  avatar.ariaHidden = 'true'
  const label = text('span', sessionTexts.account(name))
  label.className = 'sr-only'
  summary.append(avatar, label)
  const list = document.createElement('ul')
  list.className =
    'absolute top-full right-0 z-30 mt-1 w-48 rounded-box border border-base-300 bg-base-100 p-1.5 raised'
  const links = isAtDesk() ? [...LINKS, DESK] : LINKS
  const leaving = item(logoutButton())
  leaving.className = 'mt-1.5 border-t border-base-300 pt-1.5'
  list.append(...links.map(([href, label]) => item(link(href, label))), leaving)
  details.append(summary, list)
  return details
}

/** Whether the signed-in shopper has visited the desk (remember-desk.ts). */
function isAtDesk(): boolean {
  return localStorage.getItem(DESK_KEY) !== null
}

function link(href: string, label: string): HTMLAnchorElement {
  const made = text('a', label)
  made.href = href
  if (location.pathname === href) made.ariaCurrent = 'page'
  return made
}

function logoutButton(): HTMLButtonElement {
  const button = text('button', menu.logout)
  button.type = 'button'
  button.addEventListener('click', () => void leave(button))
  return button
}

async function leave(button: HTMLButtonElement): Promise<void> {
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  if (await mayLeave()) await logOut()
  button.ariaDisabled = null
}

/**
 * Signing out clears storage, so unsent changes are sent first, or given up only after asking (I7).
 */
async function mayLeave(): Promise<boolean> {
  if (!hasUnsent()) return true
  const sending = import('#stores/send-changes.ts').then(({ sendChanges }) => sendChanges())
  const pause = new Promise<void>((resolve) => setTimeout(resolve, SENDING_MS))
  await Promise.race([sending.catch(() => {}), pause])
  return !hasUnsent() || confirm(sessionTexts.loseUnsent)
}

function item(content: HTMLElement): HTMLLIElement {
  const made = document.createElement('li')
  content.className = ITEM
  made.append(content)
  return made
}

function text<Name extends keyof HTMLElementTagNameMap>(name: Name, content: string) {
  return Object.assign(document.createElement(name), { textContent: content })
}

takeSession()
customElements.define('account-menu', AccountMenu)

/** Sets the session flags on the page that follows a sign-in by a form without script. */
function takeSession(): void {
  const { token, id, name, email } =
    document.querySelector<HTMLElement>('[data-signed-in]')?.dataset ?? {}
  if (id && name && email) beginSession(token ?? 'session', { id, name, email })
}
