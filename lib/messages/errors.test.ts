import { describe, expect, it } from 'vitest'
import german from '#messages/de/errors.json'
import { englishMessage } from './english.ts'
import { asErrorText, errorText, formatError } from './errors.ts'

describe('an error as key and values', () => {
  it('has the English message of its key, with the values as they are', () => {
    expect(errorText('values.atMostCharacters', { limit: 120 })).toEqual({
      key: 'values.atMostCharacters',
      values: { limit: '120' },
    })
    expect(englishMessage(errorText('values.mustNotBeEmpty'))).toBe('Must not be empty.')
    expect(englishMessage(errorText('processes.notAnOption', { value: '{label}', label: 'A” is not' }))).toBe(
      '“{label}” is not an option of “A” is not”.',
    )
  })

  it('has a key and values that the types know', () => {
    const wrongErrors = [
      // @ts-expect-error No key of errors.json.
      () => errorText('values.newer'),
      // @ts-expect-error The text has a placeholder.
      () => errorText('values.atMost'),
      // @ts-expect-error The text has another placeholder.
      () => errorText('values.atMost', { max: 3 }),
      // @ts-expect-error The text has none.
      () => errorText('values.required', { limit: 3 }),
    ]
    expect(wrongErrors).toHaveLength(4)
  })

  it('may have an error as a value, which is translated with it', () => {
    const error = errorText('failures.revisionNotValid', { reason: errorText('failures.pictureEmpty') })
    expect(formatError(error, german)).toBe('Die neue Revision ist nicht gültig: Das Bild ist leer.')
    expect(formatError({ key: 'values', values: {} }, german)).toBeNull()
    expect(formatError({ key: 'values.toString', values: {} }, german)).toBeNull()
  })

  it('without a text has its own message, also within another', () => {
    const fault = asErrorText('bad_signature', 'No digest.')
    expect(englishMessage(fault)).toBe('No digest.')
    expect(errorText('failures.revisionNotValid', { reason: fault })).toEqual({
      key: 'failures.revisionNotValid',
      values: { reason: 'No digest.' },
    })
  })
})
