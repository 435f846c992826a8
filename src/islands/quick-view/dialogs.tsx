import '#islands/catalogue/product-gallery.ts'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { appSheet } from '#islands/kit/app-sheet.ts'
import { closeOnBack, endCloseOnBack } from '#islands/kit/close-on-back.ts'
import { isOwnStep, stepsDone } from '#lib/browser/step-back.ts'
import { loadOnce } from '#lib/load-once.ts'
import type { Look } from '#lib/cart/cart-changes.ts'
import { $isCartOpen } from '#stores/cart-drawer.ts'
import { $alert, closeAlert } from '#stores/toast.ts'
import { $packSheet, type PackSheetProduct } from '#stores/pack-sheet.ts'
import { $quickView, closeQuickView, leaveQuickView, showQuickView } from '#stores/quick-view.ts'
import { PackSheet } from './PackSheet.tsx'
import { QuickView } from './QuickView.tsx'

// Dialogs that open over a catalogue page after a touch. They have no HTML before that, so they are
// no islands.

/**
 * Loads their styles and mounts them, once.
 * @throws if the styles cannot be loaded
 */
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
 * Shows a product over the page. The address becomes the product's, so that going back closes the
 * dialog, and a reload shows the product's page.
 * @throws if the styles cannot be loaded
 */
export async function openQuickView(id: string, href: string, glance: Look): Promise<void> {
  // A second tap while loading must not add another history entry.
  const isOpen = $quickView.get() !== undefined
  void showQuickView(id, glance)
  await ready().catch((error: unknown) => {
    closeQuickView()
    throw error
  })
  await stepsDone()
  // It was closed meanwhile, as it needs a sign-in.
  if (!$quickView.get()) return
  const change = isOpen ? 'replaceState' : 'pushState'
  history[change]({ ...Object(history.state), quick: id }, '', href)
}

/**
 * Opens the sheet with all packs of a product; Back closes it.
 * @throws if the styles cannot be loaded
 */
export async function openPackSheet(offered: PackSheetProduct): Promise<void> {
  await ready()
  $packSheet.set(offered)
  void closeOnBack(closePacks)
}

const closePacks = (): void => $packSheet.set(undefined)

function leavePacks(): void {
  closePacks()
  void endCloseOnBack(closePacks)
}

const cartReady = loadOnce(async () => {
  const [{ CartDrawer }] = await Promise.all([import('#islands/cart/CartDrawer.tsx'), appSheet()])
  mount(<CartDrawer />)
})

/**
 * Opens the cart's drawer, whose code is a file of its own, used in wide windows only.
 * @throws if it cannot be loaded
 */
export async function openCart(): Promise<void> {
  await cartReady()
  // The cart shows what was added, so the alert closes, unless it offers to undo something.
  if (!$alert.get().action?.takesBack) closeAlert()
  $isCartOpen.set(true)
}

/** Opens it again on going forward, also in a document that was reloaded (controls-start.ts). */
export async function reopenQuickView(id: string): Promise<void> {
  void showQuickView(id)
  await ready().catch(() => location.reload())
}

// Going back closes the quick view.
addEventListener('popstate', (event) => {
  if ($quickView.get() && !isOwnStep(event)) closeQuickView()
})
