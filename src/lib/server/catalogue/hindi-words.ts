/** Letters of Devanagari as they are mostly written in Latin ones; consonants carry an `a`. */
const CONSONANTS: Record<string, string> = {
  ...{ क: 'k', ख: 'kh', ग: 'g', घ: 'gh', ङ: 'n', च: 'ch', छ: 'chh', ज: 'j', झ: 'jh', ञ: 'n' },
  ...{ ट: 't', ठ: 'th', ड: 'd', ढ: 'dh', ण: 'n', त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n' },
  ...{ प: 'p', फ: 'ph', ब: 'b', भ: 'bh', म: 'm', य: 'y', र: 'r', ल: 'l', ळ: 'l', व: 'v' },
  ...{ श: 'sh', ष: 'sh', स: 's', ह: 'h' },
}
const VOWELS: Record<string, string> = {
  ...{ अ: 'a', आ: 'a', इ: 'i', ई: 'i', उ: 'u', ऊ: 'u', ऋ: 'ri', ए: 'e', ऐ: 'ai', ओ: 'o', औ: 'au' },
}
const SIGNS: Record<string, string> = {
  ...{
    'ा': 'a',
    'ि': 'i',
    'ी': 'i',
    'ु': 'u',
    'ू': 'u',
    'ृ': 'ri',
    'े': 'e',
    'ै': 'ai',
    'ो': 'o',
    'ौ': 'au',
  },
}
const HALANT = '्'
const NASAL = /[ंँ]/

/** Names of the same thing, one group a line: whoever asks by one may have it by the others. */
const SAME = [
  'haldi turmeric manjal',
  'jeera cumin',
  'suji rava semolina',
  'maida',
  'besan gramflour',
  'dhania coriander',
  'mirch chilli',
  'namak salt',
  'chini sugar shakkar',
  'doodh milk',
  'dahi curd yogurt',
  'makhan butter',
  'chawal rice',
  'aloo potato',
  'pyaz onion kanda',
  'tamatar tomato',
  'lahsun garlic',
  'adrak ginger',
  'hing asafoetida',
  'saunf fennel',
  'ajwain carom',
  'methi fenugreek',
  'rai sarson mustard',
  'elaichi cardamom',
  'laung clove',
  'dalchini cinnamon',
  'imli tamarind',
  'gud jaggery',
  'kaju cashew',
  'badam almond',
  'kishmish raisin',
  'akhrot walnut',
  'moongfali peanut groundnut',
  'nariyal coconut',
  'chai tea',
  'tel oil',
  'sabun soap',
  'anda egg',
  'kela banana',
  'aam mango',
  'nimbu lemon',
  'palak spinach',
  'gobhi cauliflower',
  'bhindi okra',
  'matar peas',
]

/** Of each sound the words of its group. */
const GROUPS = new Map(
  SAME.flatMap((line) => {
    const words = line.split(' ')
    return words.map((word) => [soundOf(word), words] as const)
  }),
)

/**
 * How a word sounds, whoever wrote it down: `suji`, `sooji` and `सूजी` are one, as are `jeera`, `jira`
 * and `zira`.
 */
export function soundOf(word: string): string {
  return toLatin(word)
    .replaceAll('ee', 'i')
    .replaceAll('oo', 'u')
    .replaceAll('z', 'j')
    .replaceAll('w', 'v')
    .replaceAll('ph', 'f')
    .replaceAll('q', 'k')
    .replaceAll(/(.)\1+/gu, '$1')
    .replace(/(?<=.{2})y$/, 'i')
}

/** Other words for the same thing, by how it sounds. */
export function othersFor(word: string): string[] {
  const group = GROUPS.get(soundOf(word)) ?? []
  return group.filter((other) => other !== word)
}

function toLatin(word: string): string {
  if (!/\p{Script=Devanagari}/u.test(word)) return word
  let text = ''
  const signs = [...word.normalize('NFC').replaceAll('़', '')]
  for (const [at, sign] of signs.entries()) {
    const consonant = CONSONANTS[sign]
    const next = signs[at + 1]
    if (consonant === undefined)
      text += VOWELS[sign] ?? SIGNS[sign] ?? (NASAL.test(sign) ? 'n' : '')
    else if (next === undefined || next === HALANT || next in SIGNS) text += consonant
    else text += `${consonant}a`
  }
  return text
}
