import { deskListTexts } from '#lib/texts/browser/desk.ts'

type Props = { format?: string; withdraws?: boolean; isMatched?: boolean }

/**
 * How to read a list: its format, or columns matched by hand (`isMatched`), and whether products
 * missing from it are withdrawn.
 */
export function Reading({ format = 'kirana', withdraws = false, isMatched = false }: Props) {
  const { matched, ...formats } = deskListTexts.formats
  return (
    <>
      <div className="grid gap-1">
        <label className="font-semibold" htmlFor="desk-format">
          {deskListTexts.format}
        </label>
        <select
          className="select w-full max-w-sm border-edge"
          id="desk-format"
          name="format"
          defaultValue={format}
        >
          {Object.entries(isMatched ? { ...formats, matched } : formats).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="flex items-start gap-3">
        <input
          className="checkbox mt-0.5 border-edge checkbox-primary"
          id="desk-withdraws"
          type="checkbox"
          name="withdraws"
          value="yes"
          defaultChecked={withdraws}
          aria-describedby="desk-withdraws-hint"
        />
        <p className="grid">
          <label className="font-semibold" htmlFor="desk-withdraws">
            {deskListTexts.withdraws}
          </label>
          <small id="desk-withdraws-hint" className="text-sm text-muted">
            {deskListTexts.withdrawsHint}
          </small>
        </p>
      </div>
    </>
  )
}
