import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { mails } from '#db/schema/mail'
import { templates } from '#db/schema/templates'
import { env } from '#lib/core/env'
import { queueMail } from '#lib/mail/queue'
import { getTemplate } from '#lib/templates/get'
import { addTemplate } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { connect } from './connection/client.ts'
import { read, write } from './tenancy/tenant.ts'

const owner = connect(env().databaseUrl!, { max: 1 })
afterAll(() => owner.end())

/** The statements of the migration that change rows. */
const changesOfRows = readFileSync('db/migrations/0001_visits.sql', 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^(--.*\n|\s)*(update|alter table "\w+" (en|dis)able)/.test(statement))

it('completes the stored fields of templates, and forgets the content of failed emails', async () => {
  const { ctx } = await makeTenant()
  const template = await addTemplate({ ctx })
  await write(ctx, async (tx) => {
    await tx.update(templates).set({
      lastFieldId: 0,
      fields: sql`jsonb_build_array(${templates.fields} -> 0 #- '{id}' #- '{auto}' #- '{imported}' #- '{condition}' #- '{formula}' #- '{editable}' #- '{layout}')`,
    })
    for (const to of ['failed@example.com', 'queued@example.com'])
      await queueMail(tx, ctx, { to, subject: 'Code', html: '123456', text: '123456' })
    await tx.update(mails).set({ status: 'failed' }).where(eq(mails.recipient, 'failed@example.com'))
  })
  await owner.unsafe(changesOfRows.join(';\n'))
  expect(await getTemplate(ctx, template.id)).toMatchObject({ fields: template.fields })
  const rows = await read(ctx, (reader) => reader.select().from(mails))
  expect(rows.map(({ recipient, content }) => [recipient, content !== null]).sort()).toEqual([
    ['failed@example.com', false],
    ['queued@example.com', true],
  ])
})
