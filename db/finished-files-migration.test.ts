import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { processDocuments } from '#db/schema/processes'
import { record } from '#lib/audit/record'
import { env } from '#lib/core/env'
import { addDraft } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { connect } from './connection/client.ts'
import { read, write } from './tenancy/tenant.ts'

const owner = connect(env().databaseUrl!, { max: 1 })
afterAll(() => owner.end())

const [changeOfRows] = readFileSync('db/migrations/0040_finished_files.sql', 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^update/im.test(statement))

it('takes the hash of a file before its time stamps were renewed from the trail, where the file was deleted', async () => {
  const { ctx } = await makeTenant()
  const [deleted, present] = [await addDraft({ ctx }), await addDraft({ ctx })]
  for (const { id, documents } of [deleted, present]) {
    const subject = { process: id }
    const document_id = documents[0]!.id
    await write(ctx, async (tx) => {
      await tx
        .update(processDocuments)
        .set({ sealedAt: ctx.now, fileDeletedAt: id === deleted.id ? ctx.now : null })
        .where(eq(processDocuments.processId, id))
      for (const previous_sha256 of ['a', 'b'].map((letter) => letter.repeat(64)))
        await record(tx, ctx, {
          type: 'document.time_stamp_renewed',
          subject,
          data: { process_id: id, document_id, previous_sha256 },
        })
    })
  }
  await owner.unsafe(changeOfRows!)
  const rows = await read(ctx, (reader) =>
    reader
      .select({ id: processDocuments.processId, hash: processDocuments.sealedSha256 })
      .from(processDocuments),
  )
  expect(new Map(rows.map(({ id, hash }) => [id, hash]))).toEqual(
    new Map([
      [deleted.id, 'a'.repeat(64)],
      [present.id, null],
    ]),
  )
})
