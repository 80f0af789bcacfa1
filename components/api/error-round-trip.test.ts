import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { validationError } from '#lib/core/errors'
import { type DashboardLocale, dashboardLocales } from '#lib/core/locales'
import { issueMessage, readIssue, zodMessage } from '#lib/core/zod-messages'
import { errorResponse } from '#lib/http/response/error-response'
import { englishMessage } from '#lib/messages/english'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { Texts } from '#lib/messages/texts'
import { toApiError } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

const textsOf = async (locale: DashboardLocale): Promise<Texts> =>
  (await import(`../../lib/messages/${locale}/errors.json`)).default

const english = await textsOf('en')

const listTemplates = (texts: Texts, path = ''): [key: string, template: string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[path + name, text]] : listTemplates(text, `${path}${name}.`),
  )

/** What a value of a user may be: words and placeholders of the texts themselves, quotes, right to left, pictures. */
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '{limit}',
    '“',
    '” is a ',
    '. Print it to a new PDF first.',
    '$&',
    '\\"',
    '\n',
    'שלום',
    '👩🏽‍⚖️',
  ),
  fc.constantFrom(...listTemplates(english)).map(([, template]) => template),
)

const { error: anyError } = fc.letrec<{ error: ErrorText; value: string | ErrorText }>((tie) => ({
  error: fc
    .tuple(fc.constantFrom(...listTemplates(english)), fc.array(tie('value'), { minLength: 5, maxLength: 5 }))
    .map(([[key, template], values]) => {
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
      const entries = names.map((name, index) => [name, values[index % values.length]!])
      return errorText(key as 'values.atMost', Object.fromEntries(entries) as { limit: string })
    }),
  value: fc.oneof({ depthSize: 'small' }, value, tie('error')),
}))

/** The text that a reader of `texts` is to see, written without the functions under test. */
function expectedText({ key, values }: ErrorText, texts: Texts): string {
  const template = new Map(listTemplates(texts)).get(key)!
  return template
    .split(/(\{\w+\})/)
    .map((part) => {
      const used = /^\{/.test(part) ? values[part.slice(1, -1)] : part
      return typeof used === 'object' ? expectedText(used, texts) : used
    })
    .join('')
}

it.each(dashboardLocales)(
  'an error comes from the service to the page in %s as it was made',
  async (locale) => {
    vi.stubGlobal('document', { documentElement: { lang: locale } })
    const texts = await textsOf(locale)
    await fc.assert(
      fc.asyncProperty(anyError, anyError, async (first, second) => {
        const response = errorResponse(validationError({ name: [first], 'a.b': [second, first] }), 'req_1')
        const { fields } = await toApiError(response.status, await response.text(), response.headers)
        const [firstText, secondText] = [expectedText(first, texts), expectedText(second, texts)]
        expect(fields).toEqual({ name: [firstText], 'a.b': [secondText, firstText] })
      }),
    )
  },
)

it('an error comes through a schema as it was made', () => {
  fc.assert(
    fc.property(anyError, (error) => {
      const schema = z
        .string()
        .refine(() => false, issueMessage(error.key as 'values.atMost', error.values as { limit: string }))
      const [issue] = schema.safeParse('', { error: zodMessage }).error!.issues
      expect(readIssue(issue!)).toEqual([error])
      expect(englishMessage(readIssue(issue!)[0])).toBe(expectedText(error, english))
    }),
  )
})
