import { type ReactNode, useEffect, useRef } from 'react'
import { searchMessages as messages } from '#lib/texts/browser/shared.ts'
import { formatPaise } from '#lib/money.ts'
import { thumbnailFile } from '#lib/catalogue/picture.ts'
import { type FoundProduct, rowPaths } from '#lib/catalogue/search-answer.ts'
import type { Suggesting } from '#stores/search-suggestions.ts'

/** The rows under a search box: links, of which the keyboard marks one. */
export function SearchPopup({ id, suggesting }: { id: string; suggesting: Suggesting }) {
  const { status, text, found, active } = suggesting
  const { categorylist, ProductList, total } = found
  const rows: ReactNode[] = [
    <>
      <Icon path="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 5 5" />
      <span className="popup-text">
        {messages.searchFor} <b>{text}</b>
      </span>
      {status === 'shown' && <small>{messages.productCount(total)}</small>}
    </>,
    ...categorylist.map(({ name, catname }) => (
      <>
        <Icon path="M4 5h6v6H4zm10 0h6v6h-6zM4 15h6v4H4zm10 0h6v4h-6z" />
        <span className="popup-text">{name}</span>
        <small>{catname || messages.category}</small>
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
      className="popup"
      role="listbox"
      tabIndex={-1}
      aria-label={messages.suggestions}
      aria-busy={status === 'awaited'}
      // The focus stays in the box.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options}
      {products.length > 0 && (
        <div role="group" aria-label={messages.products}>
          {products}
        </div>
      )}
    </div>
  )
}

type OptionProps = { id: string; path: string; isActive: boolean; children: ReactNode }

function Option({ id, path, isActive, children }: OptionProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])

  return (
    <a
      ref={link}
      id={id}
      className="popup-row"
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
  const src = cover === undefined ? undefined : `/uploads/${thumbnailFile(cover)}`
  return (
    <>
      <span className="popup-photo">
        {src !== undefined && <img src={src} alt="" width="48" height="48" />}
      </span>
      <span className="popup-text">
        {name}
        <small>{[brand, unit].filter(Boolean).join(', ')}</small>
      </span>
      <span className="popup-price">
        Rs {formatPaise(Math.round(price * 100))}
        {oldprice !== null && (
          <del>
            <span className="sr-only">{messages.oldPrice}</span>Rs{' '}
            {formatPaise(Math.round(oldprice * 100))}
          </del>
        )}
      </span>
    </>
  )
}

function Icon({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
