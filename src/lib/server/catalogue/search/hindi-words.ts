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

/**
 * How a word sounds, however it is spelt: `suji`, `sooji` and `सूजी` are the same, as are `jeera`, `jira` and
 * `zira`.
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
