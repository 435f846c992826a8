import { backoffMs } from '#lib/backoff.ts'
import type { Change, Wanted } from '#lib/cart/cart-changes.ts'
import { type ChangeAnswer, type Sent, sendChange } from '#lib/cart/change-call.ts'
import { GUEST } from '#lib/account/session.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { confirmCart, confirmedCart } from './cart.ts'
import {
  $changes,
  claimChange,
  dropChange,
  dropDead,
  isOwn,
  keepChange,
  noteFault,
} from './changes.ts'
import { $owner, $user, askToLogin } from './session.ts'
import { showAlert } from './toast.ts'
import { confirmedWishes, confirmWishes } from './wishlist.ts'

/** What a shopper is told of a change: its answer, or that it waits for the network. */
export type Outcome =
  | { status: 'answered'; isDone: boolean; answer: ChangeAnswer }
  | { status: 'waiting' }
  | { status: 'signedOut' }

const LOCK = 'kirana-changes'
type Waiting = { change: Change; isKept: boolean; resolve: (outcome: Outcome) => void }
const waiting = new Map<string, Waiting>()
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isAsked = false

/**
 * Does it at once for the screen, and tells the server in the order in which things were done;
 * without network later, also in another visit.
 */
export async function change(wanted: Wanted): Promise<Outcome> {
  const change: Change = { ...wanted, key: crypto.randomUUID(), userid: $owner.get() ?? '' }
  let isKept = true
  try {
    keepChange(change)
  } catch {
    // The browser's storage is full: it is sent at once, or not at all.
    isKept = false
  }
  const outcome = new Promise<Outcome>((resolve) =>
    waiting.set(change.key, { change, isKept, resolve }),
  )
  void sendChanges()
  return outcome
}

/** Sends what is still to be sent; one tab of the browser at a time. */
export async function sendChanges(): Promise<void> {
  clearTimeout(timer)
  if (isAsked) return
  isAsked = true
  const work = async () => {
    isAsked = false
    await sendAll()
  }
  if ('locks' in navigator) await navigator.locks.request(LOCK, work)
  else await work()
}

/** A checkout waits no longer for what was done to its cart; the press of Pay says then what has changed. */
const MAX_WAIT_MS = 8000

/** Resolves when nothing is left to be sent, or when that takes too long. */
export function untilSent(): Promise<void> {
  void sendChanges()
  return new Promise((resolve) => {
    const end = setTimeout(finish, MAX_WAIT_MS)
    const unbind = $changes.listen(() => $changes.get().length === 0 && finish())
    if ($changes.get().length === 0) finish()
    function finish(): void {
      clearTimeout(end)
      unbind()
      resolve()
    }
  })
}

async function sendAll(): Promise<void> {
  if (dropDead() > 0) showAlert(cartMessages.lostChange, 'error')
  for (let next = nextChange(); next; next = nextChange()) {
    if (!isOwn(next)) {
      tell(next, { status: 'signedOut' })
      continue
    }
    const user = $user.get()
    if (user && next.userid === GUEST) next = claimChange(next, user.userid)
    const sent: Sent = navigator.onLine
      ? await sendChange(next, confirmedCart(), confirmedWishes())
      : { status: 'failed', waitMs: 0 }
    if (sent.status === 'failed') {
      if (!sent.isFault || noteFault(next)) return waitFor(sent.waitMs)
      // It would stand in the way of all others for ever.
      giveUp(next)
      continue
    }
    failures = 0
    if (sent.status === 'answered') accept(next, sent)
    else refuseSession(next)
    tell(next, sent)
  }
}

/** Of whoever has signed in meanwhile it says nothing. */
function refuseSession(sent: Change): void {
  // The shop lets visitors buy no more: what they did is kept by its answer.
  if (sent.userid === GUEST) dropChange(sent)
  if ([sent.userid, undefined].includes($user.get()?.userid)) askToLogin()
}

/**
 * What is to be sent; then what is waited for and no longer kept: another tab has sent it, and its
 * repeat under the same key brings what the shop said, be it a refusal (I7).
 */
function nextChange(): Change | undefined {
  const [first] = waiting.values()
  return $changes.get()[0] ?? first?.change
}

/** What is shown changes once: the server's cart comes as the change goes. */
function accept(sent: Change, { isDone, answer }: { isDone: boolean; answer: ChangeAnswer }): void {
  const { cart, mylist, revision } = answer
  // A visitor's change may have gone into an account: each line says whose it is.
  const ownerOf = (items: readonly { userid: string }[]) => items[0]?.userid ?? sent.userid
  try {
    if (cart && revision !== undefined) {
      confirmCart({ userid: ownerOf(cart), items: cart, revision })
    }
    if (mylist) confirmWishes({ userid: ownerOf(mylist), items: mylist })
  } catch {
    // Where storage is full, pages of the server show it.
  }
  dropChange(sent)
  if (!isDone && !waiting.has(sent.key)) refused(answer)
}

function giveUp(change: Change): void {
  dropChange(change)
  tell(change, refused({ msg: cartMessages.lostChange }))
}

function waitFor(atLeastMs: number): void {
  failures++
  timer = setTimeout(() => void sendChanges(), Math.max(atLeastMs, backoffMs(failures)))
  for (const change of $changes.get()) tell(change, { status: 'waiting' })
  for (const { change, isKept } of waiting.values())
    if (!isKept) tell(change, refused({ msg: purchaseMessages.notKept }))
}

function tell({ key }: Change, outcome: Outcome): void {
  waiting.get(key)?.resolve(outcome)
  waiting.delete(key)
}

/** Nobody waits for it any more, but the shopper is told (S-199). */
function refused(answer: ChangeAnswer): Outcome {
  showAlert(answer.msg ?? cartMessages.notInCart, 'error')
  return { status: 'answered', isDone: false, answer }
}

// Pages are rendered on the server from the same components.
globalThis.addEventListener?.('online', () => {
  failures = 0
  void sendChanges()
})
