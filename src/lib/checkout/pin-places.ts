import { isPinCode, statesOfPin } from './pin-codes.ts'

/**
 * Cities by the first digits of their PIN codes, state by state (India Post's sorting districts).
 * Only ranges that belong to one city are included, and no cities that were renamed recently.
 */
const CITIES: Record<string, string> = {
  Delhi: '110 New Delhi',
  Haryana: '1210 Faridabad|1220 Gurugram|1240 Rohtak|1250 Hisar|1340 Ambala',
  Punjab: '1410 Ludhiana|1430 Amritsar|1440 Jalandhar|1470 Patiala',
  Chandigarh: '16000 Chandigarh|16001 Chandigarh|16002 Chandigarh|16003 Chandigarh',
  'Himachal Pradesh': '1710 Shimla',
  'Jammu and Kashmir': '1800 Jammu|1900 Srinagar',
  'Uttar Pradesh':
    '2010 Ghaziabad|201301 Noida|201303 Noida|201304 Noida|201305 Noida|201307 Noida|201310 Greater Noida|' +
    '2020 Aligarh|2080 Kanpur|2110 Prayagraj|2210 Varanasi|2260 Lucknow|2430 Bareilly|2440 Moradabad|' +
    '2500 Meerut|2730 Gorakhpur|2820 Agra',
  Uttarakhand: '2480 Dehradun|2494 Haridwar',
  Rajasthan: '3020 Jaipur|3050 Ajmer|3130 Udaipur|3240 Kota|3340 Bikaner|3420 Jodhpur',
  Gujarat:
    '3600 Rajkot|3610 Jamnagar|3640 Bhavnagar|3800 Ahmedabad|3820 Gandhinagar|3900 Vadodara|3950 Surat',
  Goa: '403001 Panaji',
  Maharashtra:
    '4000 Mumbai|40010 Mumbai|40060 Thane|400614 Navi Mumbai|400703 Navi Mumbai|400705 Navi Mumbai|' +
    '400706 Navi Mumbai|400708 Navi Mumbai|400709 Navi Mumbai|400710 Navi Mumbai|4110 Pune|4130 Solapur|' +
    '4160 Kolhapur|4220 Nashik|4400 Nagpur',
  'Madhya Pradesh': '4520 Indore|4560 Ujjain|4620 Bhopal|4740 Gwalior|4820 Jabalpur',
  Chhattisgarh: '4900 Bhilai|4920 Raipur',
  Telangana: '5000 Hyderabad|5060 Warangal',
  'Andhra Pradesh':
    '51750 Tirupati|5180 Kurnool|5200 Vijayawada|5220 Guntur|5240 Nellore|5300 Visakhapatnam',
  Karnataka: '5600 Bengaluru|5601 Bengaluru|5700 Mysuru|5750 Mangaluru|5900 Belagavi',
  'Tamil Nadu':
    '6000 Chennai|6001 Chennai|6200 Tiruchirappalli|6250 Madurai|6270 Tirunelveli|6320 Vellore|' +
    '6360 Salem|6380 Erode|6410 Coimbatore|64160 Tiruppur',
  Puducherry: '60500 Puducherry',
  Kerala: '6700 Kannur|6730 Kozhikode|6800 Thrissur|6820 Kochi|6910 Kollam|6950 Thiruvananthapuram',
  'West Bengal': '7000 Kolkata|7001 Kolkata|7111 Howrah|7132 Durgapur|71330 Asansol|7340 Siliguri',
  Sikkim: '73710 Gangtok',
  Odisha: '7510 Bhubaneswar|7530 Cuttack|7600 Brahmapur|7690 Rourkela',
  Assam: '7810 Guwahati',
  'Arunachal Pradesh': '79111 Itanagar',
  Meghalaya: '7930 Shillong',
  Manipur: '7950 Imphal',
  Mizoram: '7960 Aizawl',
  Nagaland: '79700 Kohima',
  Tripura: '7990 Agartala',
  Bihar: '8000 Patna|8120 Bhagalpur|8230 Gaya|8420 Muzaffarpur',
  Jharkhand: '8260 Dhanbad|8270 Bokaro Steel City|8310 Jamshedpur|8340 Ranchi',
}

/** City and state of a PIN code, each only if all addresses with that code share it. */
export type PinPlace = { city: string | undefined; state: string | undefined }

/** Finds city and state of a PIN code; undefined if several are possible or none is known. */
export function placeOfPin(pin: string): PinPlace {
  if (!isPinCode(pin)) return { city: undefined, state: undefined }
  const found = pinCities().find(({ prefix }) => pin.startsWith(prefix))
  if (found) return { city: found.city, state: found.state }
  const [state, ...others] = statesOfPin(pin)
  return { city: undefined, state: others.length === 0 ? state : undefined }
}

/** All cities of the table with their PIN prefixes. */
export const pinCities = (): { prefix: string; city: string; state: string }[] =>
  Object.entries(CITIES).flatMap(([state, cities]) =>
    cities.split('|').map((one) => {
      const at = one.indexOf(' ')
      return { prefix: one.slice(0, at), city: one.slice(at + 1), state }
    }),
  )
