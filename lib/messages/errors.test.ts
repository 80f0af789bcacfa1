import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import german from '#messages/de/errors.json'
import english from '#messages/en/errors.json'
import { type ErrorMessage, errorReader, formatError } from './errors.ts'
import type { Texts } from './pseudo.ts'

const readError = errorReader(english)

function getTemplates(texts: Texts, path = ''): [key: string, template: string][] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [[path + name, text] as [string, string]]
      : getTemplates(text, `${path}${name}.`),
  )
}

describe('an error as key and values', () => {
  it('has the key of its text', () => {
    expect(readError('Must not be empty.')).toEqual({ key: 'values.mustNotBeEmpty', values: {} })
    expect(readError('There is a folder “Legal (EU)” already.')).toEqual({
      key: 'documents.thereFolderAlready',
      values: { name: 'Legal (EU)' },
    })
    expect(readError('550 5.1.1 No such user here')).toBeNull()
  })

  it('has a text that the types know', () => {
    const known: ErrorMessage = 'At most 120 characters.'
    // @ts-expect-error No text of errors.json.
    const unknown: ErrorMessage = 'No such text.'
    expect([known, unknown].map((text) => readError(text) !== null)).toEqual([true, false])
  })

  it('is that of the template with the most text', () => {
    expect(readError('At most 120 characters.')).toEqual({
      key: 'values.atMostCharacters',
      values: { limit: '120' },
    })
    expect(readError('At most 12.')).toEqual({ key: 'values.atMost', values: { limit: '12' } })
  })

  it('has an error within it as a value, which is translated with it', () => {
    const detail = readError('The new revision is not valid: The picture is empty.')
    expect(detail).toEqual({
      key: 'failures.newRevisionNotValid',
      values: { reason: { key: 'failures.pictureEmpty', values: {} } },
    })
    expect(formatError(detail!, german)).toBe('Die neue Revision ist nicht gültig: Das Bild ist leer.')
    expect(formatError({ key: 'values', values: {} }, german)).toBeNull()
    expect(formatError({ key: 'values.toString', values: {} }, german)).toBeNull()
  })

  it('gives back the text that it was read from, whatever the values are', () => {
    const value = fc.stringMatching(/^[a-z0-9]{1,12}$/)
    fc.assert(
      fc.property(
        fc.constantFrom(...getTemplates(english)),
        fc.array(value, { minLength: 5, maxLength: 5 }),
        ([, template], values) => {
          let index = 0
          const text = template.replace(/\{\w+\}/g, () => values[index++ % values.length]!)
          expect(formatError(readError(text)!, english)).toBe(text)
        },
      ),
    )
  })

  it('is found in a time that grows with the length of the text', () => {
    const text = `“${'” is a '.repeat(200_000)}”`
    const start = performance.now()
    readError(text)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
