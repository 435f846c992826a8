import * as z from 'zod/mini'
import { decodeStored } from '#lib/browser/stored.ts'
import { CHECKOUT_KEY } from '#lib/browser/trace-keys.ts'

/** How long what was typed is kept; later, somebody else may be using the tab. */
const KEPT_MS = 3_600_000

/** For each field: its initial value, and what was typed. */
const fieldsSchema = z.record(z.string(), z.array(z.string()))
const keptSchema = z.object({ account: z.string(), at: z.number(), fields: fieldsSchema })
type Kept = z.infer<typeof keptSchema>
type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Fields that a person fills in, except a code that is valid only once. */
const TYPED = 'input:not([type=hidden],[name=phonecode]),select,textarea'

let isPlaced = false

/** To be called when the order is placed: the next checkout starts empty. */
export function forgetTyped(): void {
  isPlaced = true
}

/**
 * Restores what was typed in this tab's checkout before it was left or reloaded, and from now on
 * keeps what is typed. A field whose initial value has changed since is left alone: the server
 * knows better.
 */
export function keepTyped(form: HTMLFormElement | null): void {
  if (!form) return
  const account = String(new FormData(form).get('account'))
  const inputs = () => form.querySelectorAll<Input>(TYPED)
  const keep = () => {
    const kept: Kept = { account, at: Date.now(), fields: {} }
    for (const input of isPlaced ? [] : inputs()) {
      const [began, now] = [startOf(input), valueOf(input)]
      // What a PIN code filled in is not kept: it is filled in again, or differently after a
      // correction (fill-place.ts).
      if (now !== began && now !== input.dataset['filled']) kept.fields[keyOf(input)] = [began, now]
    }
    try {
      sessionStorage.setItem(CHECKOUT_KEY, JSON.stringify(kept))
    } catch {
      // Without storage, the next load starts empty.
    }
  }
  const kept = readKept()
  // A guest who has signed in meanwhile goes on with what they typed.
  if (kept && ['', account].includes(kept.account) && Date.now() - kept.at < KEPT_MS) {
    for (const input of inputs()) restore(input, kept.fields[keyOf(input)])
  }
  // A phone may discard a hidden tab without any further event.
  for (const event of ['visibilitychange', 'pagehide']) addEventListener(event, keep)
}

function readKept(): Kept | undefined {
  try {
    return decodeStored(keptSchema, sessionStorage.getItem(CHECKOUT_KEY) ?? '', undefined)
  } catch {
    return undefined
  }
}

function restore(input: Input, [began, typed]: string[] = []): void {
  if (typed === undefined || began !== startOf(input) || valueOf(input) !== began) return
  if (isChoice(input)) input.checked = typed !== ''
  else input.value = typed
  input.dispatchEvent(new Event('input', { bubbles: true }))
  // Open the folds around it; those that React controls learn of it by their `toggle` event.
  for (const fold of input.form?.querySelectorAll('details') ?? [])
    fold.open ||= fold.contains(input)
}

const isChoice = (input: Input): input is HTMLInputElement => input.type === 'radio'

const keyOf = (input: Input): string => input.name + (isChoice(input) ? input.value : '')

const valueOf = (input: Input): string => (isChoice(input) && !input.checked ? '' : input.value)

/** The initial value. */
function startOf(input: Input): string {
  if (isChoice(input)) return input.defaultChecked ? input.value : ''
  if (!('options' in input)) return input.defaultValue
  return [...input.options].find(({ defaultSelected }) => defaultSelected)?.value ?? ''
}
