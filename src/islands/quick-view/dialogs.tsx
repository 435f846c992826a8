import '#islands/catalogue/product-gallery.ts'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { appSheet } from '#islands/kit/app-sheet.ts'
import { liesOver, wasOver } from '#islands/kit/lies-over.ts'
import { loadOnce } from '#lib/load-once.ts'
import type { Look } from '#lib/cart/cart-changes.ts'
import { $isCartOpen } from '#stores/cart-drawer.ts'
import { $alert, closeAlert } from '#stores/toast.ts'
import { $packSheet, type Offered } from '#stores/pack-sheet.ts'
import { $quickView, closeQuickView, showQuickView } from '#stores/quick-view.ts'
import { PackSheet } from './PackSheet.tsx'
import { QuickView } from './QuickView.tsx'

// What a touch brings over a catalogue page. It has no HTML of its own before, so it is no island.

/** The sheet of its styles, and a place for it beside the page. @throws when the sheet can't be loaded */
const ready = loadOnce(async () => {
  await appSheet()
  mount(
    <>
      <QuickView onClose={leaveQuickView} />
      <PackSheet onClose={leavePacks} />
    </>,
  )
})

function mount(dialogs: ReactNode): void {
  const host = document.createElement('div')
  document.body.append(host)
  createRoot(host).render(dialogs)
}

/**
 * Shows a product over the page. Its address is that of the product, so that going back closes it,
 * and loading it anew shows its page. @throws when it can't be loaded
 */
export async function openQuickView(id: string, href: string, glance: Look): Promise<void> {
  // Tapped twice while it was loading it is still one step back.
  const isOpen = $quickView.get() !== undefined
  void showQuickView(id, glance)
  await ready().catch((error: unknown) => {
    closeQuickView()
    throw error
  })
  const change = isOpen ? 'replaceState' : 'pushState'
  history[change]({ ...Object(history.state), quick: id }, '', href)
}

/** Shows the packs of a card; Back closes them. @throws when it can't be loaded */
export async function openPackSheet(offered: Offered): Promise<void> {
  await ready()
  $packSheet.set(offered)
  void liesOver(closePacks)
}

const closePacks = (): void => $packSheet.set(undefined)

function leavePacks(): void {
  closePacks()
  void wasOver(closePacks)
}

const cartReady = loadOnce(async () => {
  const [{ CartDrawer }] = await Promise.all([import('#islands/cart/CartDrawer.tsx'), appSheet()])
  mount(<CartDrawer />)
})

/** The cart is for wide windows, and a file of its own. @throws when it can't be loaded */
export async function openCart(): Promise<void> {
  await cartReady()
  // The cart itself shows what was added; what can be taken back still can.
  if (!$alert.get().action?.takesBack) closeAlert()
  $isCartOpen.set(true)
}

function leaveQuickView(): void {
  closeQuickView()
  if (Object(history.state).quick) history.back()
}

/** Going forward opens it again, also in a page that was loaded anew (controls-start.ts). */
export async function reopenQuickView(id: string): Promise<void> {
  void showQuickView(id)
  await ready().catch(() => location.reload())
}

// Going back closes it.
addEventListener('popstate', () => {
  if ($quickView.get()) closeQuickView()
})
