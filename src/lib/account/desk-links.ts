import type { Powers } from './roles.ts'
import { deskTexts } from '#lib/texts/browser/desk-frame.ts'

/** A page in the desk's navigation. */
export type DeskLink = {
  path: string
  label: string
  /** Icon of kit/icons.ts. */
  icon: 'home' | 'orders' | 'box' | 'store' | 'menu'
  /** Whether a path is this page or belongs to it. */
  isIt: (path: string) => boolean
}

const below = (start: string) => (path: string) => path === start || path.startsWith(`${start}/`)

const TODAY: DeskLink = {
  ...{ path: '/desk', label: deskTexts.today, icon: 'home', isIt: (path) => path === '/desk' },
}
const ORDERS: DeskLink = {
  ...{ path: '/desk/orders', label: deskTexts.orders, icon: 'orders' },
  isIt: (path) => /^\/desk\/(orders|pick)(\/|$)/.test(path),
}
const STOCK: DeskLink = {
  ...{ path: '/desk/stock', label: deskTexts.stock, icon: 'store', isIt: below('/desk/stock') },
}
const PRODUCTS: DeskLink = {
  ...{ path: '/desk/products', label: deskTexts.products, icon: 'box' },
  isIt: (path) => /^\/desk\/(products|lists|uploads|imports)(\/|$)/.test(path),
}
const OTHERS = [TODAY, ORDERS, STOCK, PRODUCTS]
/** All pages that no other place has. */
const MORE: DeskLink = {
  ...{ path: '/desk/more', label: deskTexts.more, icon: 'menu' },
  isIt: (path) => !OTHERS.some(({ isIt }) => isIt(path)),
}

/**
 * The pages that somebody may open at the desk, in the order of the navigation; none for shoppers.
 */
export function deskLinks({ isEditor, isStaff }: Powers): DeskLink[] {
  if (!isEditor && !isStaff) return []
  const counter = isStaff ? [TODAY, ORDERS, STOCK] : []
  return [...counter, ...(isEditor ? [PRODUCTS] : []), MORE]
}
