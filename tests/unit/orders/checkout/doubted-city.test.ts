import { expect, test } from 'vitest'
import { askedCookie, doubtedCity, wasAsked } from '#lib/server/orders/checkout/doubted-city.ts'

const doubt = (zipcode: string, city: string, country = 'India') =>
  doubtedCity({ country, zipcode, city })

test('a PIN code beside a distant city is doubted, however the city is spelled (A08)', () => {
  expect(doubt('400001', 'Pune')).toBe('Mumbai')
  expect(doubt('400001', ' pune ')).toBe('Mumbai')
  expect(doubt('400001', 'Bangalore')).toBe('Mumbai')
  expect(doubt('560001', 'Mysore')).toBe('Bengaluru')
})

test('what may be right is not doubted: other names, neighbours, villages, other countries (A08)', () => {
  for (const [pin, city] of [
    ...[['400001', 'Mumbai'] as const, ['400001', 'BOMBAY'] as const],
    ...[['560001', 'Bangalore'] as const, ['110001', 'Delhi'] as const],
    ...[['400601', 'Mumbai'] as const, ['400703', 'Mumbai'] as const],
    ...[['201310', 'Noida'] as const, ['411057', 'Hinjewadi'] as const],
    ...[['413512', 'Pune'] as const, ['900056', 'Pune'] as const],
  ])
    expect(doubt(pin, city), `${city} ${pin}`).toBeUndefined()
  expect(doubt('400001', 'Pune', 'Nepal')).toBeUndefined()
})

test('who was asked about a place is asked no more about just that one', () => {
  const place = { country: 'India', zipcode: '400001', city: 'Pune' }
  const [cookie = ''] = askedCookie(place).split(';')
  const request = new Request('http://localhost/api/checkout', { headers: { cookie } })
  expect(wasAsked(request, place)).toBe(true)
  expect(wasAsked(request, { ...place, zipcode: '400002' })).toBe(false)
  expect(wasAsked(request, { ...place, city: 'Surat' })).toBe(false)
})
