/** A state or union territory of India: GST code, name, and other spellings. */
type State = readonly [code: string, name: string, ...others: string[]]

/** The only table of states; other modules use these names. */
const STATES: readonly State[] = [
  ['01', 'Jammu and Kashmir', 'Jammu Kashmir', 'J and K', 'JK'],
  ['02', 'Himachal Pradesh', 'HP'],
  ['03', 'Punjab'],
  ['04', 'Chandigarh'],
  ['05', 'Uttarakhand', 'Uttaranchal'],
  ['06', 'Haryana'],
  ['07', 'Delhi', 'New Delhi', 'NCT of Delhi', 'Delhi NCT'],
  ['08', 'Rajasthan'],
  ['09', 'Uttar Pradesh', 'UP'],
  ['10', 'Bihar'],
  ['11', 'Sikkim'],
  ['12', 'Arunachal Pradesh'],
  ['13', 'Nagaland'],
  ['14', 'Manipur'],
  ['15', 'Mizoram'],
  ['16', 'Tripura'],
  ['17', 'Meghalaya'],
  ['18', 'Assam'],
  ['19', 'West Bengal', 'WB'],
  ['20', 'Jharkhand'],
  ['21', 'Odisha', 'Orissa'],
  ['22', 'Chhattisgarh', 'Chattisgarh'],
  ['23', 'Madhya Pradesh', 'MP'],
  ['24', 'Gujarat'],
  [
    '26',
    'Dadra and Nagar Haveli and Daman and Diu',
    ...['Dadra and Nagar Haveli', 'Daman and Diu', 'DNHDD'],
  ],
  ['27', 'Maharashtra'],
  ['29', 'Karnataka'],
  ['30', 'Goa'],
  ['31', 'Lakshadweep'],
  ['32', 'Kerala'],
  ['33', 'Tamil Nadu', 'Tamilnadu', 'TN'],
  ['34', 'Puducherry', 'Pondicherry'],
  ['35', 'Andaman and Nicobar Islands', 'Andaman and Nicobar'],
  ['36', 'Telangana'],
  ['37', 'Andhra Pradesh', 'AP'],
  ['38', 'Ladakh'],
]

/** GST codes from before states were merged or split. */
const OLD_CODES: Record<string, string> = { '25': '26', '28': '37' }

const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('.', '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()

const byName = new Map(
  STATES.flatMap(([, name, ...others]) => [name, ...others].map((one) => [plain(one), name])),
)
const byCode = new Map(STATES.map(([code, name]) => [code, name]))
const codeByName = new Map<string | undefined, string>(STATES.map(([code, name]) => [name, code]))

/** The name of a state, however it is spelled; undefined for anything outside India. */
export const stateOf = (text: string): string | undefined => byName.get(plain(text))

/** The GST code of a state, however that is spelled; undefined for anything outside India. */
export const codeOfState = (text: string): string | undefined => codeByName.get(stateOf(text))

/** The state named by the first two digits of a GSTIN. */
export function stateOfGstin(gstin: string): string | undefined {
  const code = gstin.slice(0, 2)
  return byCode.get(OLD_CODES[code] ?? code)
}

/** The names of India's states in alphabetical order. */
export const INDIAN_STATES: readonly string[] = STATES.map(([, name]) => name).sort()
