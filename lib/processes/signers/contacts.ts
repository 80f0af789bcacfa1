import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { getSearchView } from '#db/lists/members'
import { MAX_COUNTED } from '#db/lists/search-hits'
import { fold, whereContains } from '#db/lists/text'
import { processes, signers } from '#db/schema/processes'
import { type Reader, readList } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import type { ContactQuery, ContactRecord } from '../schema.ts'

/** The limits of the matching signers that are counted, in turn: a person may have signed many times. */
const HIT_LIMITS = [20_000, 200_000]
/** With more matching signers, a page is searched among this many first ones by email. */
const FIRST_ROWS = 20_000

const email = sql`lower(${signers.email})`
const from = sql`${getSearchView(signers)} join ${getSearchView(processes)} on ${processes.id} = ${signers.processId}`

/** A page of the contacts that are to be read. */
interface ContactList {
  reader: Reader
  /** The condition that a signer and the process are those of a contact, without the search. */
  isContact: SQL
  matches: (scan: 'index' | 'row') => SQL
  offset: number
  size: number
}

/** People of earlier processes, sorted by email: one per email, with the data last used. */
export function listContacts(ctx: Ctx, { search = '', page, per_page: size }: ContactQuery) {
  authorize(ctx, 'process.read')
  return readList(ctx, async (reader) => {
    const [text] = await fold(reader, [search])
    const list: ContactList = {
      reader,
      isContact: and(
        eq(signers.tenantId, ctx.tenantId),
        eq(processes.testMode, ctx.testMode),
        isNull(signers.erasedAt),
      )!,
      matches: (scan) => (text === '' ? sql`true` : whereContains(signers, text!, scan)),
      offset: (page - 1) * size,
      size,
    }
    const { total, exact, emails } = await findEmails(list)
    return { items: await lastUsed(list, emails), total, exact, page, perPage: size }
  })
}

/** The emails of the page in lower case, and how many there are. */
async function findEmails(
  list: ContactList,
  [maxHits, ...larger] = HIT_LIMITS,
): Promise<{ total: number; exact: boolean; emails: string[] }> {
  const { reader, offset, size } = list
  const [row] = await reader.execute<{ hits: number; total: number; emails: string[] | null }>(sql`
    with hits as materialized (${selectHits(list, maxHits!)}), emails as (select distinct email from hits)
    select count(*)::int as total, (select count(*)::int from hits) as hits,
      (array_agg(email order by email))[(${offset + 1})::int : (${offset + size})::int] as emails
    from emails`)
  const { hits, total, emails } = row!
  const counted = { total: Math.min(total, MAX_COUNTED), exact: hits < maxHits! && total <= MAX_COUNTED }
  if (hits < maxHits!) return { ...counted, emails: emails ?? [] }
  if (total <= MAX_COUNTED && larger.length > 0) return findEmails(list, larger)
  return { ...counted, emails: await emailsOfManyHits(list) }
}

/** Many hits fill a page quickly if they are spread over the order; if not, all of them are sorted. */
async function emailsOfManyHits(list: ContactList): Promise<string[]> {
  const { reader, isContact, matches, offset, size } = list
  const read = async (hits: SQL) => {
    const rows = await reader.execute<{ email: string }>(
      sql`select distinct email from (${hits}) hits order by email limit ${size} offset ${offset}`,
    )
    return rows.map((row) => row.email)
  }
  const fromFirstRows = await read(sql`
    select ${email} as email
    from (select * from ${getSearchView(signers)} order by ${email} limit ${FIRST_ROWS}) as ${signers}
      join ${getSearchView(processes)} on ${processes.id} = ${signers.processId}
    where ${isContact} and ${matches('row')}`)
  return fromFirstRows.length === size ? fromFirstRows : read(selectHits(list, null))
}

/** The emails of the matching signers, by the index of the search. @param maxHits null for all */
function selectHits({ isContact, matches }: ContactList, maxHits: number | null): SQL {
  return sql`select ${email} as email from ${from} where ${isContact} and ${matches('index')} limit ${maxHits}`
}

/** The newest signer of each email, whose name may be another than that of an earlier one. */
async function lastUsed({ reader, isContact }: ContactList, emails: string[]): Promise<ContactRecord[]> {
  if (emails.length === 0) return []
  const newest = sql`select distinct on (${email}) ${signers.id} from ${from}
    where ${isContact} and ${email} = any(${sql.param(emails)}::text[]) order by ${email}, ${signers.id} desc`
  const { name, phone, locale } = signers
  return reader
    .select({ name, email: signers.email, phone, locale })
    .from(signers)
    .where(sql`${signers.id} in (${newest})`)
    .orderBy(email)
}
