import { sql } from 'drizzle-orm'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { StagedUpload } from './convert.ts'

type Source = NonNullable<StagedUpload['convertedFrom']>

/**
 * The uploads that the PDFs of documents were made of, by the ids of those that were no PDF. The first event of a document
 * says it, and that of a copy which document has it.
 */
export async function findConvertedUploads(
  reader: Reader,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  ids: number[],
): Promise<Map<number, Source>> {
  const rows = await reader.execute<{ id: string; source: Source }>(sql`
    with recursive firsts as (
      select d.id, e.data from documents d
        join events e on e.tenant_id = d.tenant_id and e.chain = 'document:' || d.id and e.seq = 1
        where d.tenant_id = ${tenantId} and d.id in ${ids}
      union all
      select firsts.id, e.data from firsts
        join events e on e.tenant_id = ${tenantId} and e.chain = 'document:' || (firsts.data ->> 'copy_of') and e.seq = 1)
    select id, data -> 'converted_from' as source from firsts where data ? 'converted_from'`)
  return new Map(rows.map(({ id, source }) => [Number(id), source]))
}
