import { expect, test } from 'vitest'
import { defaultConsents } from '#lib/identity/consent/default-consents'
import { consentParagraphs } from './consent-text.tsx'

test.each([
  ['Scope: this and that', 'Scope:', ' this and that'],
  ['Was ich brauche: ein Gerät', 'Was ich brauche:', ' ein Gerät'],
  ['Papier\u00a0: je peux', 'Papier\u00a0:', ' je peux'],
  ['I agree to all of the following: yes', '', 'I agree to all of the following: yes'],
  ['At 10:30 I sign', '', 'At 10:30 I sign'],
  ['https://example.com has it', '', 'https://example.com has it'],
])('%j has the label %j', (line, label, restOfLine) => {
  expect(consentParagraphs(`\n${line}\n\n`)).toEqual([{ at: 1, label, rest: restOfLine }])
})

test('a long word does not make matching slow', () => {
  const text = 'a'.repeat(10_000)
  expect(consentParagraphs(text)).toEqual([{ at: 0, label: '', rest: text }])
})

test('every paragraph of a default text but the first has a label', () => {
  for (const { text } of defaultConsents)
    expect(consentParagraphs(text).map(({ label }) => label !== '')).toEqual([false, ...Array(6).fill(true)])
})
