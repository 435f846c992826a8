import { useRef, useState } from 'react'
import { BusyCover } from '#islands/kit/BusyCover.tsx'
import { authorizeAddress, GOOGLE_CHANNEL, type GoogleReport } from '#lib/account/google-report.ts'
import { GOOGLE_SIGNED_IN_MS } from '#lib/account/session.ts'
import { authTexts } from '#lib/texts/browser/auth-screens.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { renewNonce, signInByGoogle } from '#stores/account.ts'
import { loadAnswers } from '#stores/account-answers.ts'
import { showAlert } from '#stores/toast.ts'
import { enterShop } from './enter-shop.ts'
import { GoogleMark } from './GoogleMark.tsx'

/** Where the popup starts, and the client id and nonce of the request (A33). */
export type GoogleOffer = { endpoint: string; client: string; nonce: string }
type Props = GoogleOffer & { label: string; next: string }

/**
 * Opens the issuer's page in a popup (S-079, A33). The popup's last page is ours again and reports
 * over a BroadcastChannel, which only this origin can reach. A report is accepted only if it
 * repeats the state made for this popup.
 */
export function GoogleButton({ endpoint, client, nonce: first, label, next }: Props) {
  const [nonce, setNonce] = useState(first)
  const [isSending, setSending] = useState(false)
  const channel = useRef<BroadcastChannel>(undefined)

  function ask(): void {
    if (isSending) return
    const state = crypto.randomUUID()
    channel.current?.close()
    channel.current = new BroadcastChannel(GOOGLE_CHANNEL)
    channel.current.addEventListener('message', ({ data, origin }) => {
      if (origin === location.origin) void take(data, state)
    })
    const address = authorizeAddress(endpoint, { client, origin: location.origin, nonce, state })
    const popup = open(address, 'google', 'popup,width=480,height=640')
    if (!popup) showAlert(accountFormMessages.popupBlocked, 'error')
  }

  async function take(data: unknown, state: string): Promise<void> {
    const { readReport } = await loadAnswers()
    const report = readReport(data)
    if (report?.state === state) await finish(report)
  }

  async function finish({ credential, error }: GoogleReport): Promise<void> {
    channel.current?.close()
    if (!credential) return showAlert(error ?? accountFormMessages.loginFailed, 'error')
    setSending(true)
    const answer = await signInByGoogle(credential)
    if (answer && !answer.error) enterShop(answer, next, GOOGLE_SIGNED_IN_MS)
    else {
      showAlert(answer?.msg || accountFormMessages.loginFailed, 'error')
      setNonce((await renewNonce()) ?? nonce)
    }
    setSending(false)
  }

  return (
    <div className="relative noscript:hidden" data-nonce={nonce} aria-busy={isSending || undefined}>
      <p className="divider text-muted">{authTexts.or}</p>
      <button className="btn btn-block bg-white btn-lg" type="button" onClick={ask}>
        <GoogleMark />
        {label}
      </button>
      <BusyCover isShown={isSending} />
    </div>
  )
}
