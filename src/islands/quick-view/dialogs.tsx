import '#islands/catalogue/product-gallery.ts'
import { createRoot } from 'react-dom/client'
import { CartDrawer } from '#islands/cart/CartDrawer.tsx'
import { appSheet } from '#islands/kit/app-sheet.ts'
import type { Look } from '#lib/cart/cart-changes.ts'
import { $isCartOpen } from '#stores/cart-drawer.ts'
import { $packSheet, type Offered } from '#stores/pack-sheet.ts'
import { $quickView, closeQuickView, showQuickView } from '#stores/quick-view.ts'
import { PackSheet } from './PackSheet.tsx'
import { QuickView } from './QuickView.tsx'

// What a touch brings over a catalogue page. It has no HTML of its own before, so it is no island.

let isReady: Promise<void> | undefined

/** The sheet of its styles, and a place for it beside the page. */
function ready(): Promise<void> {
  return (isReady ??= appSheet().then(() => {
    const host = document.createElement('div')
    document.body.append(host)
    createRoot(host).render(
      <>
        <QuickView onClose={leaveQuickView} />
        <PackSheet />
        <CartDrawer />
      </>,
    )
  }))
}

/**
 * Shows a product over the page. Its address is that of the product, so that going back closes it,
 * and loading it anew shows its page.
 */
export async function openQuickView(id: string, href: string, glance: Look): Promise<void> {
  void showQuickView(id, glance)
  history.pushState({ ...Object(history.state), quick: id }, '', href)
  await ready()
}

export async function openPackSheet(offered: Offered): Promise<void> {
  $packSheet.set(offered)
  await ready()
}

export async function openCart(): Promise<void> {
  $isCartOpen.set(true)
  await ready()
}

function leaveQuickView(): void {
  closeQuickView()
  if (Object(history.state).quick) history.back()
}

/** Going forward opens it again, also in a page that was loaded anew (purchase-start.ts). */
export async function reopenQuickView(id: string): Promise<void> {
  void showQuickView(id)
  await ready()
}

// Going back closes it.
addEventListener('popstate', () => {
  if ($quickView.get()) closeQuickView()
})
