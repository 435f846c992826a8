import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useLive } from '#islands/wake/use-live.ts'
import { pickTexts } from '#lib/texts/browser/pick-list.ts'
import { $picked, openPicks, togglePick } from '#stores/pick-list.ts'

type Pick = {
  key: string
  title: string
  choice: string
  units: number
  /** Which orders want how many, and what to do if there are too few, if the buyer said so. */
  of: { number: string; units: number; wish: string }[]
}
type Props = { name: string; aisles: { name: string; picks: Pick[] }[] }

const NONE: ReadonlySet<string> = new Set()

/** The pick list: checkboxes that are stored, so that they survive a phone's sleep. */
export function PickList({ name, aisles }: Props) {
  const live = useLive<HTMLDivElement>()
  const picked = useStore($picked, { ssr: () => NONE })
  useEffect(() => openPicks(name), [name])
  const all = aisles.flatMap(({ picks }) => picks)
  const done = all.filter(({ key }) => picked.has(key)).length
  return (
    <div ref={live}>
      <p className="mb-2 font-bold" role="status">
        {pickTexts.progress(done, all.length)}
      </p>
      {aisles.map((aisle) => (
        <section key={aisle.name} className="mb-4" aria-label={aisle.name}>
          <h2 className="mb-1 text-base">{aisle.name}</h2>
          <ul className="card divide-y divide-base-300 bg-base-100 card-border">
            {aisle.picks.map((pick) => (
              <li key={pick.key}>
                <label className="flex min-h-14 items-center gap-3 px-3 py-1">
                  <input
                    className="checkbox"
                    type="checkbox"
                    checked={picked.has(pick.key)}
                    onChange={() => togglePick(name, pick.key)}
                  />
                  <b className="w-10 shrink-0 text-right text-lg tabular-nums">{pick.units} ×</b>
                  <span className={picked.has(pick.key) ? 'text-muted line-through' : ''}>
                    {pick.title} {pick.choice}
                    <small className="block text-muted">{wordsOf(pick)}</small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The wish of the only order or, of several orders, the units and wish of each. */
const wordsOf = ({ of }: Pick): string =>
  of.length === 1
    ? (of[0]?.wish ?? '')
    : of.map(({ number, units, wish }) => `${number}: ${units}${wish && ` (${wish})`}`).join(', ')
