import { checkoutMessages as messages } from '#lib/texts/browser/checkout.ts'

/** What stands in the place of the form once money may have moved. */
export type PaymentPanel = { tell: (title: string, text: string) => void; remove: () => void }

/** Shows it, with the focus on its heading: a screen reader hears both title and text. */
export function openPanel(host: HTMLElement, title: string, text: string): PaymentPanel {
  const panel = document.createElement('section')
  panel.className = 'wait'
  const heading = document.createElement('h2')
  heading.tabIndex = -1
  const status = document.createElement('p')
  status.role = 'status'
  const link = document.createElement('a')
  link.className = 'btn'
  link.href = '/orders'
  link.textContent = messages.toOrders
  const acts = document.createElement('p')
  acts.className = 'wait-acts'
  acts.append(link)
  panel.append(heading, status, acts)
  host.append(panel)
  const tell: PaymentPanel['tell'] = (newTitle, newText) => {
    if (heading.textContent !== newTitle) heading.textContent = newTitle
    // The same text again would be read again.
    if (status.textContent !== newText) status.textContent = newText
  }
  heading.textContent = title
  heading.focus()
  tell(title, text)
  return { tell, remove: () => panel.remove() }
}
