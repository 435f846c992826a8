import { backoffMs } from '#lib/backoff.ts'
import type { Change, NewChange } from '#lib/cart/cart-changes.ts'
import { type ChangeAnswer, type Sent, sendChange } from '#lib/cart/change-call.ts'
import { GUEST } from '#lib/account/session.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { confirmCart, confirmedCart } from './cart.ts'
import {
  $changes,
  claimChange,
  dropChange,
  dropDead,
  maySend,
  keepChange,
  noteFault,
  noteSent,
} from './changes.ts'
import { $owner, $user, askToLogin, forgetSession, isSigningOut } from './session.ts'
import { showAlert } from './toast.ts'
import { confirmedWishes, confirmWishes } from './wishlist.ts'

/**
 * What became of a change: answered by the server, waiting for the network, or refused for lack of
 * a session.
 */
export type SendOutcome =
  | { status: 'answered'; isDone: boolean; answer: ChangeAnswer }
  | { status: 'waiting' }
  | { status: 'signedOut' }

const LOCK = 'kirana-changes'
type Waiting = { change: Change; isKept: boolean; resolve: (outcome: SendOutcome) => void }
const waiting = new Map<string, Waiting>()
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isAsked = false

/**
 * Shows a change at once and sends it to the server in order; without network later, if need be in
 * another visit.
 */
export async function change(wanted: NewChange): Promise<SendOutcome> {
  const change: Change = {
    ...{ ...wanted, key: crypto.randomUUID(), userid: $owner.get() ?? '' },
    sentAt: 0,
  }
  let isKept = true
  try {
    keepChange(change)
  } catch {
    // Storage is full: it is sent now or never.
    isKept = false
  }
  const outcome = new Promise<SendOutcome>((resolve) =>
    waiting.set(change.key, { change, isKept, resolve }),
  )
  void sendChanges()
  return outcome
}

/** Sends all stored changes; only one tab of the browser does so at a time. */
export async function sendChanges(): Promise<void> {
  clearTimeout(timer)
  if (isAsked) return
  isAsked = true
  let isBegun = false
  const work = async () => {
    isBegun = true
    isAsked = false
    await sendAll()
  }
  const locked = 'locks' in navigator ? navigator.locks.request(LOCK, work) : work()
  await locked.catch((error: unknown) => {
    if (isBegun) throw error
    // The browser refuses locks here: sending without one is better than never, as the server knows repeats.
    return work()
  })
}

/**
 * A checkout waits no longer than this for changes of its cart; on Pay the server then tells what
 * has changed.
 */
const MAX_WAIT_MS = 8000

/** Resolves when nothing is left to be sent, or after a time limit. */
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
    if (!maySend(next)) {
      // A read has found, between the press and its turn, that the session has ended.
      askAgain(next)
      tell(next, { status: 'signedOut' })
      continue
    }
    const user = $user.get()
    if (user && next.userid === GUEST) next = claimChange(next, user.userid)
    if (navigator.onLine) noteSent(next)
    const sent: Sent = navigator.onLine
      ? await sendChange(next, confirmedCart(), confirmedWishes())
      : { status: 'failed', waitMs: 0 }
    if (sent.status === 'failed') {
      if (!sent.isFault || noteFault(next)) return waitFor(sent.waitMs)
      // It would block all later changes for ever.
      giveUp(next)
      continue
    }
    failures = 0
    if (sent.status === 'answered') accept(next, sent)
    else refuseSession(next)
    tell(next, sent)
  }
}

function refuseSession(sent: Change): void {
  // The shop no longer lets visitors buy: with its refusal the server has stored what they did.
  if (sent.userid === GUEST) dropChange(sent)
  askAgain(sent)
}

/** Asks to sign in, unless another account has signed in meanwhile, or this one is about to leave. */
function askAgain(sent: Change): void {
  if (![sent.userid, undefined].includes($user.get()?.userid)) return
  // Else the change would be the next one again.
  if (isSigningOut()) forgetSession()
  else askToLogin()
}

/**
 * The next stored change or, if there is none, one that is waited for but no longer stored: another
 * tab has sent it, and repeating it under the same key returns the server's answer, be it a refusal
 * (I7).
 */
function nextChange(): Change | undefined {
  const [first] = waiting.values()
  return $changes.get()[0] ?? first?.change
}

/** Stores the server's cart before dropping the change, so that the screen changes only once. */
function accept(sent: Change, { isDone, answer }: { isDone: boolean; answer: ChangeAnswer }): void {
  const { cart, mylist, revision } = answer
  // A visitor's change may have gone into an account: the lines say whose they are. A browser that
  // lost its flags, but not its session, goes on as the visitor it takes itself for.
  const ownerOf = (items: readonly { userid: string }[]) =>
    ($user.get() && items[0]?.userid) ?? sent.userid
  try {
    if (cart && revision !== undefined) {
      confirmCart({ userid: ownerOf(cart), items: cart, revision })
    }
    if (mylist) confirmWishes({ userid: ownerOf(mylist), items: mylist })
  } catch {
    // If storage is full, the server's pages still show it.
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
    if (!isKept) tell(change, refused({ msg: purchaseTexts.notKept }))
}

function tell({ key }: Change, outcome: SendOutcome): void {
  waiting.get(key)?.resolve(outcome)
  waiting.delete(key)
}

/** Alerts the shopper of a refusal, even if no caller waits for it any more (S-199). */
function refused(answer: ChangeAnswer): SendOutcome {
  showAlert(answer.msg ?? cartMessages.notInCart, 'error')
  return { status: 'answered', isDone: false, answer }
}

// Server-side rendering has no event target.
globalThis.addEventListener?.('online', () => {
  failures = 0
  void sendChanges()
})
