import { Icon } from '#islands/kit/Icon.tsx'
import { categories, search } from '#islands/kit/icons.ts'
import type { ReactNode } from 'react'
import { searchTexts } from '#lib/texts/browser/shared.ts'
import { formatRupees } from '#lib/money.ts'
import { thumbnailFile } from '#lib/catalogue/picture.ts'
import type { FoundProduct } from '#lib/catalogue/search-answer.ts'
import { rowPaths } from '#lib/catalogue/row-paths.ts'
import type { Suggesting } from '#stores/search-suggestions.ts'

/** Classes of an icon that takes the width of a picture in the rows below. */
const MARK = 'mx-3.5 size-5 flex-none text-primary'

/** The rows below a search box: links, one of which may be marked by the keyboard. */
export function SearchPopup({ id, suggesting }: { id: string; suggesting: Suggesting }) {
  const { status, text, found, active } = suggesting
  const { categorylist, ProductList, total } = found
  const rows: ReactNode[] = [
    <>
      <Icon of={search} className={MARK} />
      <span className="min-w-0 flex-1">
        {searchTexts.searchFor} <b>{text}</b>
      </span>
      {status === 'shown' && (
        <small className="text-xs text-muted">{searchTexts.productCount(total)}</small>
      )}
    </>,
    ...categorylist.map(({ name, catname }) => (
      <>
        <Icon of={categories} className={MARK} />
        <span className="min-w-0 flex-1">{name}</span>
        <small className="text-xs text-muted">{catname || searchTexts.category}</small>
      </>
    )),
    ...ProductList.map((product) => <ProductRow key={product._id} product={product} />),
  ]
  const options = rowPaths(text, found).map((path, index) => (
    <Option key={path} id={`${id}-${index}`} path={path} isActive={index === active}>
      {rows[index]}
    </Option>
  ))
  const products = options.splice(1 + categorylist.length)

  return (
    <div
      id={id}
      className="absolute inset-x-0 top-full z-40 mt-1 overflow-hidden rounded-box border border-base-300 bg-base-100 py-1 raised aria-busy:opacity-60"
      role="listbox"
      tabIndex={-1}
      aria-label={searchTexts.suggestions}
      aria-busy={status === 'awaited'}
      // Keep the focus in the box.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options}
      {products.length > 0 && (
        <div
          className="mt-1 border-t border-base-300 pt-1"
          role="group"
          aria-label={searchTexts.products}
        >
          {products}
        </div>
      )}
    </div>
  )
}

type OptionProps = { id: string; path: string; isActive: boolean; children: ReactNode }

const bringIntoView = (link: Element | null) => link?.scrollIntoView({ block: 'nearest' })

function Option({ id, path, isActive, children }: OptionProps) {
  return (
    <a
      // Called when it becomes the marked one.
      ref={isActive ? bringIntoView : undefined}
      id={id}
      className="flex min-h-11 items-center gap-3 px-3 py-1 text-sm leading-tight -outline-offset-2 hover:bg-base-200 aria-selected:outline-2"
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={path}
    >
      {children}
    </a>
  )
}

function ProductRow({ product }: { product: FoundProduct }) {
  const { name, brand, unit, price, oldprice, images } = product
  const [cover] = images
  return (
    <>
      <span className="size-12 flex-none overflow-hidden rounded-field bg-base-200">
        {cover !== undefined && (
          <img src={`/uploads/${thumbnailFile(cover)}`} alt="" width="48" height="48" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        {name}
        <small className="block text-xs text-muted">
          {[brand, unit].filter(Boolean).join(', ')}
        </small>
      </span>
      <span className="text-right font-semibold tabular-nums">
        ₹{formatRupees(price)}
        {oldprice !== null && (
          <del className="block text-xs font-normal text-muted">
            <span className="sr-only">{searchTexts.oldPrice}</span>₹{formatRupees(oldprice)}
          </del>
        )}
      </span>
    </>
  )
}
