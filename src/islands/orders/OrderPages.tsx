import { pagesAround } from '#lib/catalogue/listing-address.ts'
import { orderTexts } from '#lib/texts/browser/orders.ts'

type Props = { page: number; totalPages: number }
const pathOf = (number: number) => (number === 1 ? '/orders' : `/orders?page=${number}`)

/**
 * Links to first, previous, nearby, next and last page; only if there is more than one page
 * (S-090).
 */
export function OrderPages({ page, totalPages }: Props) {
  if (totalPages <= 1) return null
  return (
    <nav className="flex flex-wrap justify-center gap-2" aria-label={orderTexts.pages}>
      <Way text={orderTexts.first} to={page > 1 ? 1 : undefined} />
      <Way text={orderTexts.previous} to={page > 1 ? page - 1 : undefined} />
      {pagesAround(page, totalPages).map((number, at) =>
        number === null ? (
          <span key={`gap-${at}`} className="self-center">
            …
          </span>
        ) : (
          <a
            key={number}
            className={`btn btn-square ${number === page ? 'btn-primary' : ''}`}
            href={pathOf(number)}
            aria-label={orderTexts.page(number)}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </a>
        ),
      )}
      <Way text={orderTexts.next} to={page < totalPages ? page + 1 : undefined} />
      <Way text={orderTexts.last} to={page < totalPages ? totalPages : undefined} />
    </nav>
  )
}

/** A link; without a target it is marked as disabled. */
function Way({ text, to }: { text: string; to: number | undefined }) {
  return to === undefined ? (
    <a className="btn btn-disabled" role="link" aria-disabled="true">
      {text}
    </a>
  ) : (
    <a className="btn" href={pathOf(to)}>
      {text}
    </a>
  )
}
