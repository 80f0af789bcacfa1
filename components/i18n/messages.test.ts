import { describe, expect, it } from 'vitest'
import { locales } from '#lib/core/locales'
import { textsIn } from './messages.ts'

/** Every text by its path, such as `shell.nav.overview`. */
function textsOf(messages: object, path = ''): [path: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : textsOf(value, `${path}${key}.`),
  )
}

/** The placeholders and tags of a text, such as `{email}` and `<b>`. */
const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=[},])|<\w+>/g))].sort().join(' ')

const english = textsOf(await textsIn.en())

describe.each(locales)('the language %s', (locale) => {
  it('has every text of English with the same placeholders', async () => {
    const translated = new Map(textsOf(await textsIn[locale]()))
    expect([...translated.keys()].sort()).toEqual(english.map(([path]) => path).sort())
    for (const [path, text] of english)
      expect([path, placeholders(translated.get(path)!)]).toEqual([path, placeholders(text)])
  })

  it('has no empty text', async () => {
    const empty = textsOf(await textsIn[locale]()).filter(([, text]) => text.trim() === '')
    expect(empty).toEqual([])
  })
})
