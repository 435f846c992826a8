import { stateOf } from './states.ts'

/**
 * States and union territories by the first three digits of their PIN codes, each from there on up
 * to the next; none for digits that are not in use.
 */
const STATES_FROM: Record<string, string> = {
  110: 'Delhi',
  120: 'Haryana',
  140: 'Punjab|Chandigarh',
  150: 'Punjab',
  160: 'Chandigarh|Punjab|Haryana',
  170: 'Himachal Pradesh',
  180: 'Jammu and Kashmir|Ladakh',
  200: 'Uttar Pradesh',
  240: 'Uttar Pradesh|Uttarakhand',
  250: 'Uttar Pradesh',
  260: 'Uttarakhand|Uttar Pradesh',
  270: 'Uttar Pradesh',
  290: '',
  300: 'Rajasthan',
  350: '',
  360: 'Gujarat|Dadra and Nagar Haveli and Daman and Diu',
  370: 'Gujarat',
  390: 'Gujarat|Dadra and Nagar Haveli and Daman and Diu',
  400: 'Maharashtra',
  403: 'Goa',
  404: 'Maharashtra',
  450: 'Madhya Pradesh',
  490: 'Chhattisgarh',
  500: 'Telangana',
  507: 'Telangana|Andhra Pradesh',
  508: 'Telangana',
  510: 'Andhra Pradesh|Telangana',
  520: 'Andhra Pradesh',
  530: 'Andhra Pradesh|Puducherry',
  540: '',
  560: 'Karnataka',
  600: 'Tamil Nadu|Puducherry',
  610: 'Tamil Nadu',
  650: '',
  670: 'Kerala|Puducherry',
  680: 'Kerala|Lakshadweep',
  690: 'Kerala',
  700: 'West Bengal',
  737: 'Sikkim',
  738: 'West Bengal',
  744: 'Andaman and Nicobar Islands',
  745: 'West Bengal',
  750: 'Odisha',
  780: 'Assam',
  790: 'Arunachal Pradesh|Assam|Meghalaya|Manipur|Mizoram|Nagaland|Tripura',
  800: 'Bihar|Jharkhand',
  830: 'Jharkhand',
  840: 'Bihar',
  850: 'Bihar|Jharkhand',
  860: '',
}

/** Six digits, the first not 0 (India Post); codes beginning with 9 belong to the army. */
export const isPinCode = (pin: string): boolean => /^[1-9]\d{5}$/.test(pin)

/** Whether a PIN code lies in a state (A08); the army's codes fit any state. */
export function isPinOfState(pin: string, state: string): boolean {
  if (pin.startsWith('9')) return true
  const wanted = stateOf(state)
  return wanted !== undefined && statesOfPin(pin).includes(wanted)
}

/** The states with such PIN codes; none for digits that are not in use. */
export function statesOfPin(pin: string): readonly string[] {
  const found = Object.entries(STATES_FROM).findLast(([from]) => from <= pin)
  return found?.[1] ? found[1].split('|') : []
}
