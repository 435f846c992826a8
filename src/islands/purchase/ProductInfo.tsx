import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { announce } from '#islands/kit/announce.ts'
import { Stars } from '#islands/kit/Stars.tsx'
import { useIsLive } from '#islands/wake/use-is-live.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { fullName } from '#lib/texts/full-name.ts'
import { packPath, shownPack } from '#lib/catalogue/product-view.ts'
import type { PackView, ProductView } from '#lib/catalogue/product-view-schema.ts'
import { brandPath } from '#lib/catalogue/brand.ts'
import { formatPaise } from '#lib/money.ts'
import { productTexts } from '#lib/texts/browser/product.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { $knownProducts } from '#stores/known-products.ts'
import { BackInStock } from './BackInStock.tsx'
import { AddForm } from './AddForm.tsx'
import { CompareButton } from './CompareButton.tsx'
import { InCart } from './InCart.tsx'
import { Offer } from './Offer.tsx'
import { useChoice } from './use-choice.ts'

type Props = {
  product: ProductView
  /** The pack named in the address. */
  label?: string | undefined
  /** Given only where the description has no place elsewhere. */
  description?: string
  /** In a dialog: the id of its heading. The page's address and title then stay as they are. */
  titleId?: string
}

/** Only a product's own page writes prices this way (S-057). */
const PAGE_SIGN = 'Rs: '

const MARKS = { veg: 'mark-veg', nonveg: 'mark-nonveg' }
const NONE: Record<string, ProductView> = Object.freeze({})

/** Name, price, stock and forms of a product, on its page and in the quick view. */
export function ProductInfo({ product: given, label, description, titleId }: Props) {
  const root = useLive<HTMLElement>()
  const form = useRef<HTMLFormElement>(null)
  const isLive = useIsLive()
  const product = useStore($knownProducts, { ssr: () => NONE })[given.id] ?? given
  const { missing, pack, read } = useChoice(product, label, form)
  const isPage = titleId === undefined
  const sign = isPage ? PAGE_SIGN : '₹'
  const Heading = isPage ? 'h1' : 'h2'
  const shown = pack ?? shownPack(product.packs)
  const { brand, id, name, rating, reviewCount, veg } = product

  const choose = () => {
    const now = read()
    if (!now) return
    const path = packPath(product, now)
    if (isPage && path !== location.pathname + location.search) {
      document.title = fullName(product, now.label) + document.title.replace(/^.*(?= \| )/, '')
      history.replaceState(history.state, '', path)
    }
    if (now !== pack) announce(textOf(now, sign))
  }
  // Takes over what was chosen before hydration, and fetches the current price.
  const start = useEffectEvent(() => {
    choose()
    if (isPage && shown) void checkPrice(product, shown.label)
  })
  useEffect(() => start(), [])

  return (
    <section ref={root} className="flex min-w-0 flex-col gap-3">
      {brand && (
        <p className="-mb-2 text-sm font-semibold text-muted uppercase">
          {isPage ? (
            <a
              className="-my-3 inline-flex min-h-11 items-center hover:underline"
              href={brandPath(brand)}
            >
              {brand}
            </a>
          ) : (
            brand
          )}
        </p>
      )}
      <Heading
        // The forms below lead back here, with the answer shown above.
        id={titleId ?? 'product-title'}
        tabIndex={-1}
        className={`text-xl font-bold md:text-2xl ${isPage ? 'scroll-mt-20' : 'pr-12'}`}
      >
        {name}
      </Heading>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        {veg && <span className={MARKS[veg]} role="img" aria-label={productTexts.vegMarks[veg]} />}
        <span>{shown?.label}</span>
        {rating > 0 && (
          <span className="flex items-center gap-2">
            <Stars rating={rating} />
            <small>
              {reviewCount === 0 ? productTexts.shopsRating : productTexts.reviewCount(reviewCount)}
            </small>
          </span>
        )}
      </p>
      {shown && <Offer pack={shown} sign={sign} />}
      <AddForm
        {...{ product, label, form, missing, pack, isLive, isPage, sign }}
        onChoose={choose}
      />
      {isPage && shown?.stock === 0 && (
        <BackInStock id={id} pack={product.packKind ? shown.label : ''} />
      )}
      <InCart id={id} form={form} />
      {description && <p>{description}</p>}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2 print:hidden">
        <form action="/api/mylist/add" method="post" onSubmit={(event) => wish(event, id)}>
          <input type="hidden" name="productid" value={id} />
          <button className="btn btn-block btn-outline px-1 text-xs whitespace-nowrap">
            {purchaseTexts.addToWishlist}
          </button>
        </form>
        <CompareButton id={id} />
      </div>
    </section>
  )
}

/** Checks the current price; if the code cannot be loaded, the page's price stays. */
async function checkPrice(product: ProductView, label: string): Promise<void> {
  const products = await import('#stores/products.ts').catch(() => undefined)
  await products?.alertIfPriceChanged(product, label)
}

function wish(event: FormEvent<HTMLFormElement>, id: string): void {
  event.preventDefault()
  const form = event.currentTarget
  void import('#stores/wishing.ts').then(
    ({ wishAndGo }) => wishAndGo(id),
    () => form.submit(),
  )
}

const textOf = ({ label, pricePaise, stock }: PackView, sign: string) =>
  [
    label,
    sign + formatPaise(pricePaise),
    stock === 0 ? productTexts.outOfStock : productTexts.inStock,
  ].join(', ')
