import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from '../tenancy/tenant.ts'

/** Folds texts like the `searchable` columns: without accents, in lower case. */
export async function fold(reader: Reader, texts: string[]): Promise<string[]> {
  if (texts.every(isFolded)) return texts
  const [row] = await reader.execute<{ folded: string[] }>(sql`
    select array(select fold(each) from unnest(${sql.param(texts)}::text[]) with ordinality as given (each, n) order by n) as folded`)
  return row!.folded
}

/** Capitals of ASCII are left to the database: in a Turkish one the small I has no dot. */
const isFolded = (text: string) => !/[A-Z]|\P{ASCII}/u.test(text)

type SearchableTable = PgTable & { searchable: PgColumn }

/**
 * The signs of ASCII and Latin-1 after which a word may start. The index of pg_trgm serves only a class of few characters,
 * which it expands.
 */
const WORD_SEPARATOR = '[\\x01-/:-@[-`{-\\xbf\\xd7\\xf7]'

/**
 * The condition that a row's `searchable` column contains a folded text. One or two ASCII letters or digits must start
 * a word, as no index could find them otherwise.
 * @param scan 'index' uses the search index; 'row' evaluates row by row
 */
export function whereContains(table: SearchableTable, text: string, scan: 'index' | 'row'): SQL {
  if (/^[a-z0-9]{1,2}$/.test(text)) return sql`${table.searchable} ~ ${`(^|${WORD_SEPARATOR})${text}`}`
  const containsText = sql`strpos(${table.searchable}, ${text}) > 0`
  if (scan === 'row') return containsText
  const ngrams = toNgrams(text)
  if (ngrams.length > 0) return sql`${table}.ngrams @> ${sql.param(ngrams)}::text[] and ${containsText}`
  return sql`${table.searchable} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
}

/**
 * Some of the pieces that `ngrams()` in the database generates for a row with this text, enough to find the row; empty
 * where the index of pg_trgm finds it.
 */
function toNgrams(text: string): string[] {
  const runs = text.match(/\P{ASCII}+/gu) ?? []
  if (runs.length > 0) return [...new Set(runs.flatMap(trigrams))]
  if (/[a-z0-9]{3}/.test(text)) return []
  return [...new Set(text.match(/[!-/:-@[-`{-~]/g))]
}

/** The fewest trigrams that cover the text: each costs a scan of its posting list, and the text is compared anyway. */
function trigrams(run: string): string[] {
  const characters = [...run]
  const lastStart = Math.max(0, characters.length - 3)
  return characters
    .map((_, start) => start)
    .filter((start) => start === lastStart || (start % 3 === 0 && start < lastStart))
    .map((start) => characters.slice(start, start + 3).join(''))
}
