import { expect, it } from 'vitest'
import { maskEmail } from './mask-email.ts'

it.each([
  ['ada@example.com', 'a***@example.com'],
  ['𠮷田@example.jp', '𠮷***@example.jp'],
  ['@example.com', '@***@example.com'],
  ['', '***'],
])('%s is %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
