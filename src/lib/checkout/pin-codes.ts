import { stateOf } from './states.ts'

/** States and union territories by the first digits of their PIN codes; the longest prefix wins. */
const STATES_OF_PIN: Record<string, string> = {
  '11': 'Delhi',
  '12': 'Haryana',
  '13': 'Haryana',
  '14': 'Punjab|Chandigarh',
  '15': 'Punjab',
  '16': 'Chandigarh|Punjab|Haryana',
  '17': 'Himachal Pradesh',
  '18': 'Jammu and Kashmir|Ladakh',
  '19': 'Jammu and Kashmir|Ladakh',
  '20': 'Uttar Pradesh',
  '21': 'Uttar Pradesh',
  '22': 'Uttar Pradesh',
  '23': 'Uttar Pradesh',
  '24': 'Uttar Pradesh|Uttarakhand',
  '25': 'Uttar Pradesh',
  '26': 'Uttarakhand|Uttar Pradesh',
  '27': 'Uttar Pradesh',
  '28': 'Uttar Pradesh',
  '30': 'Rajasthan',
  '31': 'Rajasthan',
  '32': 'Rajasthan',
  '33': 'Rajasthan',
  '34': 'Rajasthan',
  '36': 'Gujarat|Dadra and Nagar Haveli and Daman and Diu',
  '37': 'Gujarat',
  '38': 'Gujarat',
  '39': 'Gujarat|Dadra and Nagar Haveli and Daman and Diu',
  '40': 'Maharashtra',
  '403': 'Goa',
  '41': 'Maharashtra',
  '42': 'Maharashtra',
  '43': 'Maharashtra',
  '44': 'Maharashtra',
  '45': 'Madhya Pradesh',
  '46': 'Madhya Pradesh',
  '47': 'Madhya Pradesh',
  '48': 'Madhya Pradesh',
  '49': 'Chhattisgarh',
  '50': 'Telangana',
  '51': 'Andhra Pradesh|Telangana',
  '52': 'Andhra Pradesh',
  '53': 'Andhra Pradesh|Puducherry',
  '56': 'Karnataka',
  '57': 'Karnataka',
  '58': 'Karnataka',
  '59': 'Karnataka',
  '60': 'Tamil Nadu|Puducherry',
  '61': 'Tamil Nadu',
  '62': 'Tamil Nadu',
  '63': 'Tamil Nadu',
  '64': 'Tamil Nadu',
  '67': 'Kerala|Puducherry',
  '68': 'Kerala|Lakshadweep',
  '69': 'Kerala',
  '70': 'West Bengal',
  '71': 'West Bengal',
  '72': 'West Bengal',
  '73': 'West Bengal',
  '737': 'Sikkim',
  '74': 'West Bengal',
  '744': 'Andaman and Nicobar Islands',
  '75': 'Odisha',
  '76': 'Odisha',
  '77': 'Odisha',
  '78': 'Assam',
  '79': 'Arunachal Pradesh|Assam|Meghalaya|Manipur|Mizoram|Nagaland|Tripura',
  '80': 'Bihar|Jharkhand',
  '81': 'Bihar|Jharkhand',
  '82': 'Bihar|Jharkhand',
  '83': 'Jharkhand',
  '84': 'Bihar',
  '85': 'Bihar|Jharkhand',
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
  const names = STATES_OF_PIN[pin.slice(0, 3)] ?? STATES_OF_PIN[pin.slice(0, 2)]
  return names?.split('|') ?? []
}
