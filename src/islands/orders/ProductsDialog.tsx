import { useEffect, useRef } from 'react'
import { closeOutside } from '#islands/kit/close-outside.ts'
import { showDialog } from '#islands/kit/show-dialog.ts'
import type { Order } from '#lib/checkout/order.ts'
import { orderTexts } from '#lib/texts/browser/orders.ts'
import { ProductsTable } from './ProductsTable.tsx'

type Props = { order: Order; onClose: () => void }

/** The modal 'Products' of an order (S-088). */
export function ProductsDialog({ order, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (!dialog.current) return
    closeOutside(dialog.current)
    showDialog(dialog.current)
  }, [])

  return (
    <dialog
      ref={dialog}
      className="modal modal-bottom md:modal-middle"
      aria-labelledby="order-products"
      data-over=""
      onClose={onClose}
    >
      <div className="modal-box grid max-w-4xl gap-4">
        <div>
          <h2 className="text-xl font-bold" id="order-products">
            {orderTexts.products}
          </h2>
          <p className="text-muted">{orderTexts.order(order.number)}</p>
        </div>
        <ProductsTable products={order.products} />
        <form className="modal-action mt-0" method="dialog">
          <button className="btn">{orderTexts.close}</button>
        </form>
      </div>
    </dialog>
  )
}
