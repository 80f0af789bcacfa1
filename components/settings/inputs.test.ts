import { expect, it } from 'vitest'
import { processDefaultsForm } from './inputs.ts'

it.each([
  [null, true],
  [7, true],
  ['30 days', false],
  [0, false],
])('new processes have reminders after %j days, or none: %s', (reminder_days, isAccepted) => {
  const input = { locale: 'en', expires_in_days: 90, reminder_days, signature_kinds: ['drawn'] }
  expect(processDefaultsForm(((key: string) => key) as never).safeParse(input).success).toBe(isAccepted)
})
