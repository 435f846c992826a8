import { priceText, rupeesToPaise } from '#lib/money.ts'
import { endTime } from '#lib/server/import/read/product/sale-times.ts'
import { alarmTexts } from '#lib/texts/page/import/alarms.ts'
import type { AlarmFacts, StrangePrices } from './alarm-facts.ts'
import type { BelowCost, Loss } from './below-cost.ts'
import type { EndedSales } from './ended-sales.ts'
import type { FieldChange } from './describe-changes.ts'
import { lostLetters } from './lost-letters.ts'
import { addedPacks, lostPacks, type Told, uncounted } from './pack-losses.ts'
import { CUT, cutPrices, JUMP, type Jump, priceJumps } from './price-jumps.ts'

/**
 * Something in a list that is more likely a slip than meant. For a grave alarm, a click is not enough: the editor
 * has to type `count`, and the button names the `act`.
 */
export type Alarm = { text: string; count: number; isGrave: boolean; act?: string }

type Found = {
  changes: readonly FieldChange[]
  withdrawn: number
  products: number
  facts?: AlarmFacts | undefined
}

/**
 * An alarm about more than this share of the products is grave; in a small shop, only about more than `FEW`
 * products.
 */
const GRAVE_PART = 0.1
const FEW = 5
/** Paise read as rupees raise a price a hundredfold; the range allows for a price change besides. */
const PAISE = { least: 70, most: 140 }
/** Columns whose loss shoppers would notice. */
const NEVER_EMPTY = ['description', 'images', 'brand', 'unit'] as const

/** What an editor should see before publishing: grave alarms first, then by count. */
export function alarmsOf(found: Found): Alarm[] {
  const least = Math.max(FEW, found.products * GRAVE_PART)
  const alarm: MakeAlarm = (count, text, act) =>
    count === 0 ? [] : [{ text, count, isGrave: count > least, act }]
  const { withdrawn, products, changes, facts = {} } = found
  const { acts } = alarmTexts
  const jumps = priceJumps(changes)
  const swapped = swappedNames(changes)
  const soldOut = new Set(changes.filter(isSoldOut).map(({ sku }) => sku)).size
  const cuts = cutPrices(changes)
  const lost = lostLetters(changes)
  return [
    ...(withdrawn > least
      ? alarm(withdrawn, alarmTexts.withdrawn(withdrawn, products), acts.withdraw(withdrawn))
      : []),
    ...(soldOut > least
      ? alarm(soldOut, alarmTexts.soldOut(soldOut, products), acts.sellOut(soldOut))
      : []),
    ...(cuts.length > Math.max(least, jumps.length)
      ? alarm(
          cuts.length,
          alarmTexts.cutPrices(cuts.length, products, CUT, example(cuts[0])),
          acts.price(cuts.length),
        )
      : []),
    ...paiseAlarm(jumps, alarm),
    ...alarm(
      jumps.length,
      alarmTexts.priceJumps(jumps.length, JUMP, example(jumps[0])),
      acts.price(jumps.length),
    ),
    ...alarm(
      swapped.length,
      alarmTexts.swapped(swapped.length, swapped[0]?.new ?? ''),
      acts.rename(swapped.length),
    ),
    ...NEVER_EMPTY.flatMap((field) => {
      const count = changes.filter((change) => change.field === field && isEmptied(change)).length
      return count > least
        ? alarm(count, alarmTexts.emptied(field, count), acts.empty(field, count))
        : []
    }),
    ...packAlarms(changes, alarm),
    // A shopper can no longer read even one of them.
    ...alarm(lost.count, alarmTexts.lostLetters(lost), acts.loseLetters(lost.count)).map(grave),
    ...factAlarms(facts, alarm),
    // A few are only reported as warnings.
    ...(facts.endedSales && facts.endedSales.count > least
      ? endedAlarm(facts.endedSales, products, alarm)
      : []),
  ].sort((a, b) => Number(b.isGrave) - Number(a.isGrave) || b.count - a.count)
}

type MakeAlarm = (count: number, text: string, act: string) => Alarm[]

/** Alarms about added and removed packs, and about stocks that would no longer be counted. */
function packAlarms(changes: readonly FieldChange[], alarm: MakeAlarm): Alarm[] {
  const { acts } = alarmTexts
  const told = (found: Told, text: (told: Told) => string, act: string) =>
    alarm(found.count, text(found), act)
  const [lost, added, endless] = [lostPacks(changes), addedPacks(changes), uncounted(changes)]
  return [
    // A list of only some packs is easily published as one of all packs.
    ...told(lost, alarmTexts.lostPacks, acts.losePacks(lost.count)).map(grave),
    ...told(endless, alarmTexts.uncounted, acts.uncount(endless.count)),
    ...told(added, alarmTexts.addedPacks, acts.addPacks(added.count)),
  ]
}

const grave = (alarm: Alarm): Alarm => ({ ...alarm, isGrave: true })

/** Alarms about new products, texts, costs and sales, from the facts found in the shop. */
function factAlarms(facts: AlarmFacts, alarm: MakeAlarm): Alarm[] {
  const { above, below, olderTexts, zeroTwins, named, belowCost, deepSales, goneTexts } = facts
  const { acts } = alarmTexts
  const strange = (prices: StrangePrices, isAbove: boolean) => {
    const { count, place, newPaise, usualPaise } = prices
    const [now, usual] = [priceText(newPaise), priceText(usualPaise)]
    return alarm(
      count,
      alarmTexts.strangePrices({ count, place, now, usual, isAbove }),
      acts.add(count),
    )
  }
  return [
    // Texts are written by hand, and a folder of new ones is easily published as one of all.
    ...(goneTexts
      ? alarm(
          goneTexts.count,
          alarmTexts.goneTexts(goneTexts),
          acts.removeTexts(goneTexts.count),
        ).map(grave)
      : []),
    ...(above ? strange(above, true) : []),
    ...(below ? strange(below, false) : []),
    ...(belowCost
      ? alarm(belowCost.count, belowCostText(belowCost), acts.below(belowCost.count))
      : []),
    ...(deepSales
      ? alarm(
          deepSales.count,
          alarmTexts.deepSales({
            ...deepSales,
            price: priceText(deepSales.pricePaise),
            sale: priceText(deepSales.salePaise),
          }),
          acts.sell(deepSales.count),
        )
      : []),
    ...(olderTexts
      ? alarm(olderTexts.count, alarmTexts.older(olderTexts), acts.older(olderTexts.count))
      : []),
    ...(zeroTwins
      ? alarm(zeroTwins.count, alarmTexts.zeroTwins(zeroTwins), acts.twins(zeroTwins.count))
      : []),
    ...(named
      ? alarm(named.count, alarmTexts.swapped(named.count, named.name), acts.add(named.count))
      : []),
  ]
}

function endedAlarm({ count, name, until }: EndedSales, all: number, alarm: MakeAlarm): Alarm[] {
  const text = alarmTexts.endedSales({ count, all, name, end: endTime(until) })
  return alarm(count, text, alarmTexts.acts.endSales(count))
}

/** What a list would sell below cost or, after publishing (`isDone`), does sell. */
export const belowCostText = ({ count, named }: BelowCost, isDone = false): string =>
  alarmTexts.belowCost(count, named.map(lossText), isDone)

const lossText = ({ name, label, pricePaise, costPaise }: Loss) =>
  alarmTexts.loss({
    what: label === '' ? name : `${name} ${label}`,
    price: priceText(pricePaise),
    cost: priceText(costPaise),
  })

const example = (jump: Jump | undefined): string =>
  jump
    ? alarmTexts.jump(
        jump.name,
        priceText(rupeesToPaise(jump.old)),
        priceText(rupeesToPaise(jump.new)),
      )
    : ''

/** An alarm if at least 80% of the price jumps are by a factor of about a hundred, up or down. */
function paiseAlarm(jumps: Jump[], alarm: MakeAlarm): Alarm[] {
  if (jumps.length < FEW) return []
  const factors = jumps.map((jump) => jump.new / jump.old)
  const isHundred = (factor: number) => factor > PAISE.least && factor < PAISE.most
  const up = factors.filter(isHundred).length
  const down = factors.filter((factor) => isHundred(1 / factor)).length
  if (Math.max(up, down) < jumps.length * 0.8) return []
  const count = Math.max(up, down)
  const text = up > down ? alarmTexts.paiseUp(up) : alarmTexts.paiseDown(down)
  return alarm(count, text, alarmTexts.acts.price(count))
}

/** Products whose new category is their old name: two columns have been swapped. */
function swappedNames(changes: readonly FieldChange[]): FieldChange[] {
  const names = new Map<string, FieldChange>()
  for (const change of changes) {
    if (change.field === 'name' && change.sku) names.set(change.sku, change)
  }
  return changes.flatMap(({ field, sku, new: category }) => {
    const name = field === 'category' ? names.get(sku) : undefined
    return name?.old && name.old === category ? [name] : []
  })
}

const isEmptied = ({ old, new: now }: FieldChange) => Boolean(old) && now === ''

/** Whether nothing would be left of something that was in stock. */
function isSoldOut({ field, old, new: now }: FieldChange): boolean {
  if (field === 'stock') return now === '0' && old !== '0'
  return field === 'packs' && isNothing(now) && !isNothing(old)
}

const isNothing = (packs: string | null): boolean =>
  (packs ?? '').split('|').every((text) => / 0 in stock(?:,|$)/.test(text))
