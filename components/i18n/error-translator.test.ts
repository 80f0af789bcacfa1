import { describe, expect, it } from 'vitest'
import { asErrorText, errorText } from '#lib/messages/errors'
import { loadErrorTranslator } from './error-translator.ts'

describe('the translator of error messages', () => {
  it('translates a message, and one with values', async () => {
    const translate = await loadErrorTranslator('de')
    expect(translate('Must not be empty.')).toBe('Dieses Feld darf nicht leer sein.')
    expect(translate('There is a folder “Legal (EU)” already.')).toBe(
      'Es gibt schon einen Ordner „Legal (EU)“.',
    )
  })

  it('writes a key with its values', async () => {
    const translate = await loadErrorTranslator('de')
    expect(translate(errorText('documents.folderNameInUse', { name: 'Must be {limit}.' }))).toBe(
      'Es gibt schon einen Ordner „Must be {limit}.“.',
    )
    expect(translate(asErrorText('smtp', '550 5.1.1 No such user here'))).toBe('550 5.1.1 No such user here')
  })

  it('prefers the template with the most text', async () => {
    const translate = await loadErrorTranslator('fr')
    expect(translate('At most 120 characters.')).toBe('120 caractères au maximum.')
    expect(translate('At most 12.')).toBe('12 au maximum.')
  })

  it('translates a message within a message', async () => {
    const translate = await loadErrorTranslator('es')
    expect(translate('The new revision is not valid: The picture is empty.')).toBe(
      'La nueva revisión no es válida: La imagen está vacía.',
    )
  })

  it('leaves unknown messages and English unchanged', async () => {
    const [german, english] = [await loadErrorTranslator('de'), await loadErrorTranslator('en')]
    expect(german('550 5.1.1 No such user here')).toBe('550 5.1.1 No such user here')
    expect(english('Must not be empty.')).toBe('Must not be empty.')
  })
})
