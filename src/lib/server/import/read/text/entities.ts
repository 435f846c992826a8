// The named entities of HTML 4, which other shops' files are full of.
const LATIN1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega'
const OTHERS =
  'quot:" amp:& lt:< gt:> apos:\' OElig:Œ oelig:œ Scaron:Š scaron:š Yuml:Ÿ fnof:ƒ circ:ˆ tilde:˜ ndash:– mdash:— lsquo:‘ rsquo:’ sbquo:‚ ldquo:“ rdquo:” bdquo:„ dagger:† Dagger:‡ bull:• hellip:… permil:‰ prime:′ Prime:″ lsaquo:‹ rsaquo:› oline:‾ frasl:⁄ euro:€ image:ℑ weierp:℘ real:ℜ trade:™ alefsym:ℵ larr:← uarr:↑ rarr:→ darr:↓ harr:↔ crarr:↵ lArr:⇐ uArr:⇑ rArr:⇒ dArr:⇓ hArr:⇔ forall:∀ part:∂ exist:∃ empty:∅ nabla:∇ isin:∈ notin:∉ ni:∋ prod:∏ sum:∑ minus:− lowast:∗ radic:√ prop:∝ infin:∞ ang:∠ and:∧ or:∨ cap:∩ cup:∪ int:∫ there4:∴ sim:∼ cong:≅ asymp:≈ ne:≠ equiv:≡ le:≤ ge:≥ sub:⊂ sup:⊃ nsub:⊄ sube:⊆ supe:⊇ oplus:⊕ otimes:⊗ perp:⊥ sdot:⋅ lceil:⌈ rceil:⌉ lfloor:⌊ rfloor:⌋ lang:⟨ rang:⟩ loz:◊ spades:♠ clubs:♣ hearts:♥ diams:♦ thetasym:ϑ upsih:ϒ piv:ϖ sigmaf:ς'
/** Spaces and joiners, which would be invisible in the lists above. */
const UNSEEN = {
  ensp: 0x2002,
  emsp: 0x2003,
  thinsp: 0x2009,
  zwnj: 0x200c,
  zwj: 0x200d,
  lrm: 0,
  rlm: 0,
}

const NAMED = new Map<string, string>([
  ...LATIN1.split(' ').map((name, i): [string, string] => [name, String.fromCharCode(160 + i)]),
  ...GREEK.split(' ').flatMap((name, i): [string, string][] => [
    [name, String.fromCharCode(0x391 + i)],
    [name.toLowerCase(), String.fromCharCode(0x3b1 + i)],
  ]),
  ...OTHERS.split(' ').map((pair): [string, string] => {
    const at = pair.indexOf(':')
    return [pair.slice(0, at), pair.slice(at + 1)]
  }),
  ...Object.entries(UNSEEN).map(([name, code]): [string, string] => [
    name,
    code === 0 ? '' : String.fromCharCode(code),
  ]),
  // A soft hyphen is invisible, but keeps searches from finding the word.
  ['shy', ''],
])

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,8}));/gi
/** Files that pass through several programs may be encoded several times: `&amp;rsquo;` means ’. */
const MAX_PASSES = 4

/** Decodes HTML entities, even if they were encoded several times; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  let decoded = text
  for (let pass = 0; pass < MAX_PASSES && decoded.includes('&'); pass++) {
    const next = decoded.replace(ENTITY, decodeEntity)
    if (next === decoded) break
    decoded = next
  }
  return decoded
}

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? entity
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}
