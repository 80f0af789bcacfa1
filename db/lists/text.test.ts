import { and, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { database } from '../connection/client.ts'
import type { Reader } from '../tenancy/tenant.ts'
import { fold, whereContains } from './text.ts'

const table = pgTable('t', { searchable: text() })
const reader = database() as Reader

/** Those of `texts` that a search for `term` and `tags` finds. */
async function search(texts: string[], term: string, tags: string[] = []): Promise<string[]> {
  const [folded, ...foldedTags] = await fold(reader, [term, ...tags])
  const parts = [folded!, ...foldedTags.map((tag) => `\n${tag}\n`)].filter((part) => part !== '')
  const [rowsByIndex, rowsByRow] = await Promise.all(
    (['index', 'row'] as const).map((scan) =>
      reader.execute<{ text: string }>(sql`
        select text from (select text, fold(text) as searchable, ngrams(fold(text)) as ngrams
          from unnest(${sql.param(texts)}::text[]) text) t
        where ${and(...parts.map((part) => whereContains(table, part, scan)))}`),
    ),
  )
  expect(rowsByIndex).toEqual(rowsByRow)
  return rowsByIndex!.map(({ text }) => text)
}

it('folds text of small ASCII letters like the database', async () => {
  const small = fc.string({ unit: 'binary-ascii' }).map((text) => text.replace(/[A-Z\0]/g, 'a'))
  await fc.assert(
    fc.asyncProperty(small, async (text) => {
      const [row] = await reader.execute<{ folded: string }>(sql`select fold(${text}) as folded`)
      expect([row!.folded]).toEqual(await fold(reader, [text]))
    }),
  )
})

it('is blind to the case of every letter up to U+1C7F', async () => {
  const letters = Array.from({ length: 0x1c80 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => /\p{L}/u.test(character) && character.toUpperCase() !== character.toLowerCase(),
  )
  const folded = await fold(reader, letters)
  expect(
    await fold(
      reader,
      letters.map((letter) => letter.toUpperCase()),
    ),
  ).toEqual(folded)
  expect(
    await fold(
      reader,
      letters.map((letter) => letter.toLowerCase()),
    ),
  ).toEqual(folded)
})

describe('a search for a text', () => {
  it('finds a Greek name in capitals by the one in small letters, and the other way round', async () => {
    const names = ['ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'Γιώργος Παπαδόπουλος']
    for (const name of names) expect(await search(names, name)).toEqual(names)
  })

  it('finds a name without the marks that many leave out, and the other way round', async () => {
    for (const names of [
      ['أحمد', 'احمد'],
      ['إبراهيم', 'ابراهيم'],
      ['محمّد', 'محمد'],
      ['שָׁלוֹם', 'שלום'],
      ['फ़ारूक़', 'फारूक'],
    ])
      for (const name of names) expect(await search(names, name)).toEqual(names)
    // Vowel signs are letters.
    expect(await search(['राम', 'रमा'], 'राम')).toEqual(['राम'])
  })

  const texts = [
    'Ratification of Kraków, the last 100%_sure copy',
    'C:\\contracts\\lease (2nd) 2024/2025.pdf',
    'party, art, illegal, legally, abcdefgh',
  ]

  it.each(texts)('finds every substring of three or more characters of %j', async (text) => {
    const missed: string[] = []
    for (let start = 0; start < text.length; start++) {
      for (let end = start + 3; end <= text.length; end++) {
        const part = text.slice(start, end)
        if (/[a-z0-9]{3}/i.test(part) && !(await search([text], part)).length) missed.push(part)
      }
    }
    expect(missed).toEqual([])
  })

  it('finds no text that is only similar', async () => {
    for (const term of [
      'ratofication',
      'ratification ofkrakow',
      '100 _sure',
      '100%xsure',
      'leasex(2nd)',
      'abcdefgi',
    ]) {
      expect([term, await search(texts, term)]).toEqual([term, []])
    }
  })

  it('accepts terms of punctuation only, and a word followed by punctuation', async () => {
    for (const term of ['´', 'ab´', '¨ ¨', '\u007f', '\t']) {
      expect([term, await search(['a ab  b', 'a ab\u007f\t'], term)]).toEqual([term, expect.any(Array)])
    }
    expect(await search(['tab ´ mark', 'none'], 'ab´')).toEqual(['tab ´ mark'])
  })

  it('finds one or two letters or digits after a sign of Latin-1', async () => {
    for (const text of ['Vertrag·AB', '«AB» Vertrag', '¿AB?', 'Año×AB'])
      expect([text, await search([text], 'AB')]).toEqual([text, [text]])
    expect(await search(['Cab', 'Cab 25', 'яAB', 'ωAB'], 'ab')).toEqual([])
    expect(await search(['Cab 25', 'я5'], '5')).toEqual([])
  })

  it('distinguishes a tag from a word that contains it', async () => {
    const tagged = ['\nlegal\nart\n', '\nillegal\nparty\n', '\nlegally binding\n']
    expect(await search(tagged, '', ['Legal'])).toEqual([tagged[0]])
    expect(await search(tagged, '', ['legal', 'art'])).toEqual([tagged[0]])
    expect(await search(tagged, '', ['legally binding'])).toEqual([tagged[2]])
  })
})
