import { describe, expect, it } from 'vitest'
import { type ErrorTemplate, errorTemplates } from '#lib/core/error-messages/messages'
import { errorMessages as german } from './de/error-messages.ts'
import { loadErrorTranslator } from './error-translator.ts'
import { errorMessages as spanish } from './es/error-messages.ts'
import { errorMessages as french } from './fr/error-messages.ts'

const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g))
const texts: [name: string, Record<ErrorTemplate, string>][] = [
  ['French', french],
  ['German', german],
  ['Spanish', spanish],
]

describe.each(texts)('the error messages in %s', (_name, translations) => {
  it('have no other placeholders than the English ones', () => {
    const unknown = errorTemplates.filter(
      (template) => placeholders(translations[template]).difference(placeholders(template)).size > 0,
    )
    expect(unknown).toEqual([])
  })

  it('are not empty', () => {
    expect(errorTemplates.filter((template) => translations[template].trim() === '')).toEqual([])
  })
})

describe('the translator of error messages', () => {
  it('translates a message, and one with values', async () => {
    const translate = await loadErrorTranslator('de')
    expect(translate('Must not be empty.')).toBe('Dieses Feld darf nicht leer sein.')
    expect(translate('There is a folder “Legal (EU)” already.')).toBe(
      'Es gibt schon einen Ordner „Legal (EU)“.',
    )
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
