import type { Mutation } from './mutations.ts'

const LIMITS = 'src/lib/limits.ts'
const SESSION = 'src/lib/account/session.ts'

/** Breaks sentences that only a browser can check: mostly when something happens, by its clock. */
export const SCREEN_MUTATIONS: readonly Mutation[] = [
  {
    row: 'S-030',
    breaks: 'the next banner comes after 3 s',
    file: LIMITS,
    find: 'BANNER_AUTOPLAY_MS = 1500',
    replace: 'BANNER_AUTOPLAY_MS = 3000',
  },
  {
    row: 'S-030',
    breaks: 'a banner moves for 1.5 s',
    file: LIMITS,
    find: 'BANNER_SLIDE_MS = 500',
    replace: 'BANNER_SLIDE_MS = 1500',
  },
  {
    row: 'S-046',
    breaks: 'pointing at the picture does nothing',
    file: 'src/islands/catalogue/product-gallery.ts',
    find: "frame.classList.add('is-zoomed')",
    replace: "frame.classList.remove('is-zoomed')",
  },
  {
    row: 'S-047',
    breaks: 'COMPARE does nothing',
    file: 'src/islands/purchase/CompareButton.tsx',
    find: '({ addToComparison }) => tell(addToComparison(id))',
    replace: '() => {}',
  },
  {
    row: 'S-047',
    breaks: 'the button does not say Adding...',
    file: 'src/islands/purchase/AddForm.tsx',
    find: '{isAdding ? purchaseTexts.adding : purchaseTexts.addToCart}',
    replace: '{purchaseTexts.addToCart}',
  },
  {
    row: 'S-091',
    breaks: 'another page of orders is read from the middle',
    file: 'src/islands/orders/OrderPages.tsx',
    find: 'if (totalPages <= 1) return null',
    replace: 'globalThis.scrollTo?.(0, 200)\n  if (totalPages <= 1) return null',
  },
  {
    row: 'S-115',
    breaks: 'whoever logs out is led to the sign-in after 3 s',
    file: SESSION,
    find: 'export const LOGOUT_MS = 1000',
    replace: 'export const LOGOUT_MS = 3000',
  },
  {
    row: 'S-117',
    breaks: 'the products of a tab are loaded after a second',
    file: LIMITS,
    find: 'FILTER_DELAY_MS = 100',
    replace: 'FILTER_DELAY_MS = 1000',
  },
  {
    row: 'S-121',
    breaks: 'the cover of a quantity stands for 1.5 s',
    file: LIMITS,
    find: 'CART_OVERLAY_MS = 500',
    replace: 'CART_OVERLAY_MS = 1500',
  },
  {
    row: 'S-126',
    breaks: 'the wishlist opens after 1.5 s',
    file: LIMITS,
    find: 'WISHED_MS = 500',
    replace: 'WISHED_MS = 1500',
  },
  {
    row: 'S-127',
    breaks: 'a visitor is led to the sign-in after 1.5 s',
    file: SESSION,
    find: 'LOGIN_FIRST_MS = 500',
    replace: 'LOGIN_FIRST_MS = 1500',
  },
  {
    row: 'S-130',
    breaks: 'whoever signs in is led on after 3 s',
    file: 'src/islands/account/SignInForm.tsx',
    find: 'enterShop(answer, next, SIGNED_IN_MS)',
    replace: 'enterShop(answer, next, 3 * SIGNED_IN_MS)',
  },
  {
    row: 'S-131',
    breaks: 'whoever signs up is led on after 3 s',
    file: 'src/islands/account/SignUpForm.tsx',
    find: "'success', path, SIGNED_IN_MS",
    replace: "'success', path, 3 * SIGNED_IN_MS",
  },
  {
    row: 'S-132',
    breaks: 'whoever signs in with Google is led on after 5 s',
    file: SESSION,
    find: 'GOOGLE_SIGNED_IN_MS = 2000',
    replace: 'GOOGLE_SIGNED_IN_MS = 5000',
  },
  {
    row: 'S-204',
    breaks: 'a script that does not come is waited for as long as it takes',
    file: 'src/islands/wake/interaction.ts',
    find: 'await Promise.race([load(), sleep(LOAD_TIMEOUT_MS)])',
    replace: 'await load()',
  },
  {
    row: 'A18',
    breaks: 'a report of another popup signs in',
    file: 'src/islands/account/GoogleButton.tsx',
    find: 'if (report?.state === state) await finish(report)',
    replace: 'if (report) await finish(report)',
  },
]
