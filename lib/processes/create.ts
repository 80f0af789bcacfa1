import { processes } from '#db/schema/processes'
import { type Tx, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import { actingUser, type Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { assertDraft, setDocuments } from './documents/attach.ts'
import { processResponse } from './get.ts'
import type { CreateProcess } from './input.ts'
import { wholeProcess } from './load.ts'
import { defaultOptions, mergeOptions } from './options.ts'
import type { WholeProcess } from './present.ts'
import type { ProcessRecord } from './schema.ts'
import { setSigners } from './signers/signers.ts'

/** Creates a draft; its documents stay free until it is sent. */
export function createProcess(ctx: Ctx, input: CreateProcess): Promise<ProcessRecord> {
  authorize(ctx, 'process.write')
  return write(ctx, async (tx) => processResponse(tx, ctx, await insertDraft(tx, ctx, input)))
}

/** The same within the transaction of an operation that has authorized it. @throws AppError as `assertDraft`. */
export async function insertDraft(tx: Tx, ctx: Ctx, input: CreateProcess): Promise<WholeProcess> {
  const user = actingUser(ctx)
  const options = mergeOptions(defaultOptions(ctx.locale), input.options)
  const [process] = await tx
    .insert(processes)
    .values({
      tenantId: ctx.tenantId,
      name: input.name,
      description: input.description ?? null,
      status: 'draft',
      options,
      externalId: input.external_id ?? null,
      metadata: input.metadata ?? {},
      testMode: ctx.testMode,
      createdById: user?.id ?? null,
      createdByName: user?.name ?? 'System',
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
  const errors: FieldErrors = {}
  const inUse = await setDocuments(tx, ctx, process!.id, input.documents, errors)
  await setSigners(tx, ctx, { id: process!.id, locale: options.locale }, input.signers, errors)
  // Thrown within the transaction, so that a draft with errors is not created.
  assertDraft(errors, inUse)
  const whole = await wholeProcess(tx, ctx, process!)
  await record(tx, ctx, {
    type: 'process.created',
    subject: { process: process!.id },
    data: {
      process_id: process!.id,
      name: input.name,
      external_id: input.external_id ?? null,
      documents: whole.documents.map((document) => document.documentId),
      signers: whole.signers.map(({ id, name, email, role }) => ({ id, name, email, role })),
      test_mode: ctx.testMode,
    },
  })
  return whole
}
