import { pinCities } from './pin-places.ts'

/** Latitude and longitude of the centres of the cities in pin-places.ts. */
const POSITIONS = `
New Delhi 28.61 77.21|Faridabad 28.41 77.31|Gurugram 28.46 77.03|Rohtak 28.90 76.58|Hisar 29.15 75.72
Ambala 30.38 76.78|Ludhiana 30.90 75.86|Amritsar 31.63 74.87|Jalandhar 31.33 75.58|Patiala 30.34 76.39
Chandigarh 30.73 76.78|Shimla 31.10 77.17|Jammu 32.73 74.86|Srinagar 34.08 74.80|Ghaziabad 28.67 77.45
Noida 28.57 77.36|Greater Noida 28.47 77.50|Aligarh 27.90 78.08|Kanpur 26.45 80.33|Prayagraj 25.44 81.85
Varanasi 25.32 82.97|Lucknow 26.85 80.95|Bareilly 28.37 79.43|Moradabad 28.84 78.77|Meerut 28.98 77.71
Gorakhpur 26.76 83.37|Agra 27.18 78.01|Dehradun 30.32 78.03|Haridwar 29.95 78.16|Jaipur 26.91 75.79
Ajmer 26.45 74.64|Udaipur 24.59 73.71|Kota 25.21 75.86|Bikaner 28.02 73.31|Jodhpur 26.24 73.02
Rajkot 22.30 70.80|Jamnagar 22.47 70.06|Bhavnagar 21.76 72.15|Ahmedabad 23.02 72.57
Gandhinagar 23.22 72.65|Vadodara 22.31 73.18|Surat 21.17 72.83|Panaji 15.49 73.83|Mumbai 19.08 72.88
Thane 19.22 72.98|Navi Mumbai 19.03 73.03|Pune 18.52 73.86|Solapur 17.66 75.91|Kolhapur 16.70 74.24
Nashik 20.00 73.79|Nagpur 21.15 79.09|Indore 22.72 75.86|Ujjain 23.18 75.78|Bhopal 23.26 77.41
Gwalior 26.22 78.18|Jabalpur 23.18 79.99|Bhilai 21.19 81.35|Raipur 21.25 81.63|Hyderabad 17.39 78.49
Warangal 17.97 79.59|Tirupati 13.63 79.42|Kurnool 15.83 78.04|Vijayawada 16.51 80.65|Guntur 16.31 80.44
Nellore 14.44 79.99|Visakhapatnam 17.69 83.22|Bengaluru 12.97 77.59|Mysuru 12.30 76.64
Mangaluru 12.91 74.86|Belagavi 15.85 74.50|Chennai 13.08 80.27|Tiruchirappalli 10.79 78.70
Madurai 9.93 78.12|Tirunelveli 8.71 77.76|Vellore 12.92 79.13|Salem 11.66 78.15|Erode 11.34 77.72
Coimbatore 11.02 76.96|Tiruppur 11.11 77.34|Puducherry 11.94 79.81|Kannur 11.87 75.37
Kozhikode 11.26 75.78|Thrissur 10.53 76.21|Kochi 9.93 76.27|Kollam 8.89 76.61
Thiruvananthapuram 8.52 76.94|Kolkata 22.57 88.36|Howrah 22.59 88.26|Durgapur 23.52 87.31
Asansol 23.68 86.98|Siliguri 26.73 88.40|Gangtok 27.33 88.61|Bhubaneswar 20.30 85.82
Cuttack 20.46 85.88|Brahmapur 19.31 84.79|Rourkela 22.26 84.85|Guwahati 26.14 91.74|Itanagar 27.08 93.61
Shillong 25.58 91.89|Imphal 24.82 93.94|Aizawl 23.73 92.72|Kohima 25.67 94.11|Agartala 23.83 91.29
Patna 25.59 85.14|Bhagalpur 25.24 86.97|Gaya 24.80 85.00|Muzaffarpur 26.12 85.39|Dhanbad 23.80 86.43
Bokaro Steel City 23.67 86.15|Jamshedpur 22.80 86.20|Ranchi 23.34 85.31`

/**
 * Length of a degree of latitude, and distance from a city's centre within which somebody counts as
 * being there, in kilometres.
 */
const DEGREE_KM = 111
const NEAR_KM = 35

type Position = { latitude: number; longitude: number }

/**
 * The nearest city, and the leading digits that all its PIN codes share; undefined if none is near.
 */
export function cityAt(here: Position): { city: string; digits: string } | undefined {
  const [nearest] = cityPositions()
    .map(({ city, ...there }) => ({ city, km: distanceKm(here, there) }))
    .filter(({ km }) => km <= NEAR_KM)
    .sort((one, other) => one.km - other.km)
  if (!nearest) return undefined
  const own = pinCities().filter(({ city }) => city === nearest.city)
  return { city: nearest.city, digits: commonStart(own.map(({ prefix }) => prefix)) }
}

/** All cities of the table with their positions. */
export const cityPositions = (): (Position & { city: string })[] =>
  POSITIONS.trim()
    .split(/\||\n/)
    .map((text) => {
      const [, city = '', latitude, longitude] = /^(.+) ([\d.]+) ([\d.]+)$/.exec(text.trim()) ?? []
      return { city, latitude: Number(latitude), longitude: Number(longitude) }
    })

/** Distance on a plane, accurate enough within a city. */
function distanceKm(one: Position, other: Position): number {
  const north = one.latitude - other.latitude
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east) * DEGREE_KM
}

function commonStart(texts: readonly string[]): string {
  const [first = ''] = texts
  let length = first.length
  while (!texts.every((text) => text.startsWith(first.slice(0, length)))) length--
  return first.slice(0, length)
}
