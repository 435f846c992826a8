// Standard Checkout as a page sees it: a script that opens a frame of the provider, with buttons that play shopper
// and bank. As in the real one, after a failed try the frame stays open for another (F21).

export const CHECKOUT_JS = `
const origin = new URL(document.currentScript.src).origin
window.Razorpay = class {
  constructor(options) { this.options = options }
  open() {
    const { handler, modal, order_id, amount, currency, name, description, prefill, key } = this.options
    const shown = { order_id, amount, currency, name, description, key, contact: prefill.contact }
    const frame = document.createElement('iframe')
    frame.title = 'Razorpay'
    frame.src = origin + '/v1/checkout/public?' + new URLSearchParams(shown)
    frame.style = 'position: fixed; inset: 0; z-index: 99; width: 100%; height: 100%; background: #fff'
    addEventListener('message', function heard({ data, origin: from }) {
      if (from !== origin) return
      removeEventListener('message', heard)
      frame.remove()
      if (data.razorpay_payment_id) handler(data)
      else modal.ondismiss()
    })
    document.body.append(frame)
  }
}`

/** The page in the frame; it shows what the shop handed over as text. */
export const CHECKOUT_PAGE = `<!doctype html><html lang="en"><title>Razorpay</title>
<dl></dl><p role="status"></p>
<button id="captured" disabled>Pay</button> <button id="authorized" disabled>Pay, captured later</button>
<button id="failed" disabled>Fail</button> <button id="close" disabled>Close</button>
<script>
const query = new URLSearchParams(location.search)
for (const [name, value] of query) {
  const term = document.createElement('dt'), text = document.createElement('dd')
  term.textContent = name
  text.textContent = value
  document.querySelector('dl').append(term, text)
}
const tell = (data) => parent.postMessage(data, '*')
for (const status of ['captured', 'authorized', 'failed']) {
  document.getElementById(status).onclick = async () => {
    const order = query.get('order_id')
    const answer = await fetch('/v1/checkout/pay?order_id=' + order + '&status=' + status)
    const proof = await answer.json()
    if (proof.razorpay_payment_id) tell(proof)
    else document.querySelector('[role=status]').textContent = 'Payment failed'
  }
}
document.getElementById('close').onclick = () => tell({})
// Whoever presses is heard.
for (const button of document.querySelectorAll('button')) button.disabled = false
</script>`

/** The provider's own page, opened by a form of the shop: its Pay button returns to the shop with the proof. */
export function hostedPage(
  asked: URLSearchParams,
  { paymentId, orderId, signature }: { paymentId: string; orderId: string; signature: string },
): string {
  const hidden = (name: string, value: string) =>
    `<input type="hidden" name="razorpay_${name}" value="${value}">`
  return `<!doctype html><html lang="en"><title>Razorpay</title>
<h1>${asked.get('name')}: ${asked.get('amount')} ${asked.get('currency')}</h1>
<form action="${asked.get('callback_url')}" method="post">
${hidden('payment_id', paymentId)}${hidden('order_id', orderId)}${hidden('signature', signature)}
<button>Pay</button></form><a href="${asked.get('cancel_url')}">Cancel</a>`
}
