import { type Column, or, type SQL, sql } from 'drizzle-orm'

/** True where one of the texts contains `term`, blind to accents and case. */
export function containsText(texts: (Column | SQL)[], term: string): SQL | undefined {
  return or(...texts.map((text) => sql`position(${plain(sql`${term}::text`)} in ${plain(sql`${text}`)}) > 0`))
}

/** Lower case, decomposed, without combining marks: é and E compare equal. */
function plain(text: SQL): SQL {
  return sql`regexp_replace(normalize(lower(${text}), NFKD), ${'[\\u0300-\\u036f]'}, '', 'g')`
}

/** `order by` as the indexes are laid: nulls last in both directions. */
export function ordered(column: Column | SQL, direction: 'asc' | 'desc'): SQL {
  return direction === 'desc' ? sql`${column} desc nulls last` : sql`${column} asc`
}

/** The first instant of a UTC day written `YYYY-MM-DD`. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** The first instant after it. */
export function dayAfter(day: string): Date {
  return new Date(dayStart(day).getTime() + 86_400_000)
}
