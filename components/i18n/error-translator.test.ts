import { describe, expect, it } from 'vitest'
import { asErrorText, errorText } from '#lib/messages/errors'
import { asError, loadErrorTranslator } from './error-translator.ts'

describe('the translator of errors', () => {
  it('writes an error, and one with values as they are', async () => {
    const translate = await loadErrorTranslator('de')
    expect(translate(errorText('values.mustNotBeEmpty'))).toBe('Dieses Feld darf nicht leer sein.')
    expect(translate(errorText('documents.folderNameInUse', { name: 'Must be {limit}.' }))).toBe(
      'Es gibt schon einen Ordner „Must be {limit}.“.',
    )
  })

  it('writes an error within an error', async () => {
    const translate = await loadErrorTranslator('es')
    const error = errorText('failures.revisionNotValid', { reason: errorText('failures.pictureEmpty') })
    expect(translate(error)).toBe('La nueva revisión no es válida: La imagen está vacía.')
  })

  it('leaves the message of one without a text as it is', async () => {
    const [german, english] = [await loadErrorTranslator('de'), await loadErrorTranslator('en')]
    expect(german(asErrorText('smtp', '550 5.1.1 No such user here'))).toBe('550 5.1.1 No such user here')
    expect(german(asError('Reported by a newer version.', { key: 'failures.newer', values: {} }))).toBe(
      'Reported by a newer version.',
    )
    expect(german(asError('550 No such user', null))).toBe('550 No such user')
    expect(english(errorText('values.mustNotBeEmpty'))).toBe('Must not be empty.')
  })
})
