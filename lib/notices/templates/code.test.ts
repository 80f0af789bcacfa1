import { expect, it } from 'vitest'
import { safeName } from '../sanitize.ts'
import { writeCodeTextMessage } from './code.ts'

const write = (tenant: string, minutes = 10) =>
  writeCodeTextMessage(
    { process: 'Lease', tenant: safeName(tenant), sender: 'Ada', test: false },
    { locale: 'en', code: '123456', minutes },
  )

it.each([
  ['Booking.com', 'from Booking. com. It'],
  [
    'Analytical Engines and Difference Engines of London',
    'from Analytical Engines and Difference Eng.... It',
  ],
])('a text message of %s fits into one of GSM 03.38, without a link', (tenant, part) => {
  const text = write(tenant)
  expect(text).toContain(part)
  // The characters of ASCII in GSM 03.38 that take the place of one.
  expect(text).toMatch(/^[\n\r !-Za-z_]{1,160}$/)
})

it('a text message says for how long its code is still valid', () => {
  expect(write('Booking')).toContain('valid for 10 minutes.')
  expect(write('Booking', 1)).toContain('valid for 1 minute.')
})
