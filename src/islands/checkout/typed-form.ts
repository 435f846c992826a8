import * as z from 'zod/mini'
import { decodeStored } from '#lib/browser/stored.ts'
import { CHECKOUT_KEY } from '#lib/browser/trace-keys.ts'

/** How long a form that was left is still meant: the tab may come into other hands. */
const KEPT_MS = 3_600_000

/** By field: what the page began with, and what was typed. */
const fieldsSchema = z.record(z.string(), z.array(z.string()))
const keptSchema = z.object({ account: z.string(), at: z.number(), fields: fieldsSchema })
type Kept = z.infer<typeof keptSchema>
type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What a person fills in, but for a code that is good only once. */
const TYPED = 'input:not([type=hidden],[name=phonecode]),select,textarea'

let isPlaced = false

/** The order is placed: the next one begins anew. */
export function forgetTyped(): void {
  isPlaced = true
}

/**
 * Gives back what this tab's checkout had typed in it before it was left or loaded anew, and keeps what
 * is typed from now on. A field that begins otherwise than then stays: the shop knows it better.
 */
export function keepTyped(form: HTMLFormElement | null): void {
  if (!form) return
  const account = String(new FormData(form).get('account'))
  const inputs = () => form.querySelectorAll<Input>(TYPED)
  const keep = () => {
    const kept: Kept = { account, at: Date.now(), fields: {} }
    for (const input of isPlaced ? [] : inputs()) {
      const [began, now] = [startOf(input), valueOf(input)]
      // What a PIN code has filled in follows it (fill-place.ts), so that it goes with a corrected one.
      if (now !== began && now !== input.dataset['filled']) kept.fields[keyOf(input)] = [began, now]
    }
    try {
      sessionStorage.setItem(CHECKOUT_KEY, JSON.stringify(kept))
    } catch {
      // A browser that keeps nothing begins anew.
    }
  }
  const kept = readKept()
  if (kept?.account === account && Date.now() - kept.at < KEPT_MS) {
    for (const input of inputs()) restore(input, kept.fields[keyOf(input)])
  }
  // A phone may end a tab that it has hidden without another word.
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
  // Folds that stay open when their screen is drawn again hear of it by themselves.
  for (const fold of input.form?.querySelectorAll('details') ?? [])
    fold.open ||= fold.contains(input)
}

const isChoice = (input: Input): input is HTMLInputElement => input.type === 'radio'

const keyOf = (input: Input): string => input.name + (isChoice(input) ? input.value : '')

const valueOf = (input: Input): string => (isChoice(input) && !input.checked ? '' : input.value)

/** What the page began with. */
function startOf(input: Input): string {
  if (isChoice(input)) return input.defaultChecked ? input.value : ''
  if (!('options' in input)) return input.defaultValue
  return [...input.options].find(({ defaultSelected }) => defaultSelected)?.value ?? ''
}
