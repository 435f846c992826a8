import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Gallery } from '#islands/purchase/Gallery.tsx'
import { ProductInfo } from '#islands/purchase/ProductInfo.tsx'
import type { Look } from '#lib/cart/cart-changes.ts'
import { productPath } from '#lib/catalogue/variant.ts'
import { formatRupees } from '#lib/money.ts'
import { priceMessages } from '#lib/texts/browser/price-news.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { $quickView, showQuickView } from '#stores/quick-view.ts'
import { Sheet } from '#islands/kit/Sheet.tsx'

const TITLE_ID = 'quick-title'

/** A product in a dialog over any page: at once what its card shows, then all of it. */
export function QuickView({ onClose }: { onClose: () => void }) {
  const quick = useStore($quickView)
  useEffect(() => {
    // 'Try again' is gone, and the focus with it.
    if (quick?.status !== 'shown' || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('dialog:modal button')?.focus()
  }, [quick?.status])
  if (!quick) return null
  const { id, status, glance } = quick
  return (
    <Sheet
      titleId={TITLE_ID}
      placement="modal-bottom sm:modal-middle"
      box="sm:w-[min(64rem,100vw-1.5rem)] sm:max-w-none"
      isBusy={status === 'awaited'}
      onClose={onClose}
    >
      {status === 'shown' ? (
        <div className="grid gap-4 md:grid-cols-2 md:gap-8">
          <div className="mx-auto w-full max-w-40 md:max-w-none">
            <Gallery
              name={quick.found.product.name}
              pictures={quick.found.pictures}
              prefix="quick-photo"
            />
          </div>
          <div>
            <p role="status" className="pr-12 text-sm font-semibold text-accent empty:hidden">
              {quick.found.isKept && priceMessages.mayBeOld}
            </p>
            <ProductInfo
              key={id}
              product={quick.found.product}
              description={quick.found.description}
              titleId={TITLE_ID}
            />
            <a className="btn min-h-11 btn-link px-0" href={productPath(id)}>
              {purchaseTexts.fullDetails}
            </a>
          </div>
        </div>
      ) : (
        <Glance id={id} look={glance} hasFailed={status === 'failed'} />
      )}
    </Sheet>
  )
}

type GlanceProps = { id: string; look: Look | undefined; hasFailed: boolean }

/** Picture, name and price from the card, while the rest is loading. */
function Glance({ id, look, hasFailed }: GlanceProps) {
  const [isTriedAgain, setTriedAgain] = useState(false)
  const tryAgain = () => {
    setTriedAgain(true)
    void showQuickView(id, look)
  }
  return (
    <div className="grid gap-4 md:grid-cols-2 md:gap-8">
      <div className="mx-auto aspect-square w-full max-w-40 overflow-hidden rounded-box bg-base-200 md:max-w-none">
        {look && look.image !== '' && (
          <img className="size-full object-cover" src={`/uploads/${look.image}`} alt="" />
        )}
      </div>
      <div className="flex flex-col items-start gap-3">
        <h2 id={TITLE_ID} className="pr-12 text-2xl font-bold">
          {look?.title ?? id}
        </h2>
        {look && <p className="text-2xl font-bold tabular-nums">₹{formatRupees(look.price)}</p>}
        {hasFailed && <p role="alert">{purchaseTexts.notLoaded}</p>}
        {(hasFailed || isTriedAgain) && (
          <>
            {/* It stays with the focus while it is loading. */}
            <button
              type="button"
              className="btn btn-primary"
              aria-busy={!hasFailed}
              onClick={tryAgain}
            >
              {purchaseTexts.tryAgain}
            </button>
            <a className="btn min-h-11 btn-link px-0" href={productPath(id)}>
              {purchaseTexts.fullDetails}
            </a>
          </>
        )}
        {!hasFailed && <span className="loading loading-lg loading-spinner text-primary" />}
      </div>
    </div>
  )
}
