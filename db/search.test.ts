import { afterAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { connect } from './client.ts'

const owner = connect(env().databaseUrl!, { max: 1 })
afterAll(() => owner.end())

/** Which of the texts the index would be asked for. */
async function sought(texts: string[], term: string, tags: string[] = []): Promise<string[]> {
  const [row] = await owner<{ conditions: string }[]>`
    select sought_in('t', ${term}, array(select jsonb_array_elements_text(${JSON.stringify(tags)}::text::jsonb)), true) as conditions`
  const rows = await owner.unsafe<{ text: string }[]>(
    `select text from (select text, fold(text) as searchable from unnest($1::text[]) text) t where true${row!.conditions}`,
    [texts],
  )
  return rows.map(({ text }) => text)
}

describe('what the index of a search is asked for', () => {
  const texts = [
    'Ratification of Kraków, the last 100%_sure copy',
    'C:\\contracts\\lease (2nd) 2024/2025.pdf',
    'party, art, illegal, legally, abcdefgh',
  ]

  it.each(texts)('finds every part of %j by itself', async (text) => {
    const missed: string[] = []
    for (let from = 0; from < text.length; from++) {
      for (let to = from + 3; to <= text.length; to++) {
        const part = text.slice(from, to)
        if (/[a-z0-9]{3}/i.test(part) && !(await sought([text], part)).length) missed.push(part)
      }
    }
    expect(missed).toEqual([])
  })

  it('finds nothing that only looks alike', async () => {
    for (const term of [
      'ratofication',
      'ratification ofkrakow',
      '100 _sure',
      '100%xsure',
      'leasex(2nd)',
      'abcdefgi',
    ]) {
      expect([term, await sought(texts, term)]).toEqual([term, []])
    }
  })

  it('takes a term without a letter for what it is', async () => {
    for (const term of ['´', 'ab´', '¨ ¨', '\u007f', '\t']) {
      expect([term, await sought(['a ab  b', 'a ab\u007f\t'], term)]).toEqual([term, expect.any(Array)])
    }
    expect(await sought(['tab ´ mark', 'none'], 'ab´')).toEqual(['tab ´ mark'])
  })

  it('knows a whole tag from a word that holds it', async () => {
    const tagged = ['\nlegal\nart\n', '\nillegal\nparty\n', '\nlegally binding\n']
    expect(await sought(tagged, '', ['Legal'])).toEqual([tagged[0]])
    expect(await sought(tagged, '', ['legal', 'art'])).toEqual([tagged[0]])
    expect(await sought(tagged, '', ['legally binding'])).toEqual([tagged[2]])
  })
})
