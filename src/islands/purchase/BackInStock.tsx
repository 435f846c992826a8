import { useStore } from '@nanostores/react'
import { useIsLive } from '#islands/wake/use-is-live.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { $isLoggedIn } from '#stores/session.ts'

type Props = {
  id: string
  /** Empty for a product without packs. */
  pack: string
}

/**
 * Asks for one mail when a sold-out product is back. Signed-in shoppers need not type an address.
 */
export function BackInStock({ id, pack }: Props) {
  const isLive = useIsLive()
  const isKnown = useStore($isLoggedIn, { ssr: () => false })
  return (
    <form
      className="flex flex-wrap items-end gap-2 print:hidden"
      action="/api/stockalert"
      method="post"
    >
      <input type="hidden" name="productid" value={id} />
      <input type="hidden" name="pack" value={pack} />
      {!isKnown && (
        <label className="grid min-w-0 grow text-sm">
          {purchaseTexts.alertMail}
          <input
            className="input w-full border-edge text-base"
            type="email"
            // The page itself does not know who reads it.
            required={isLive}
            name="email"
            maxLength={254}
            autoComplete="email"
          />
        </label>
      )}
      <button className="btn grow btn-outline">{purchaseTexts.alert}</button>
    </form>
  )
}
