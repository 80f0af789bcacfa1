import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Ctx } from '#lib/core/ctx'
import type { DocumentRecord } from '#lib/documents/schema'
import { uploadDocument } from '#lib/documents/upload/upload'
import { buildPdf, type FixturePage } from '#lib/pdf/fixtures/build'
import { createProcess } from '#lib/processes/create'
import { addFields } from '#lib/processes/fields/fields'
import { FieldsInput } from '#lib/processes/fields/input'
import { CreateProcess } from '#lib/processes/input'
import type { ProcessRecord } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'
import { stageStream } from '#lib/storage/stage'
import { createTemplate } from '#lib/templates/create'
import { CreateTemplate } from '#lib/templates/input'
import type { TemplateRecord } from '#lib/templates/schema'

type WithCtx = { ctx: Ctx }

/** Uploads a PDF of the tenant with `uploadDocument`. */
export async function addDocument(
  { ctx }: WithCtx,
  input: { name?: string; filename?: string; pages?: FixturePage[]; bytes?: Uint8Array } = {},
): Promise<DocumentRecord> {
  const { name, filename = 'paper.pdf', bytes = buildPdf({ pages: input.pages }) } = input
  const staged = await stageStream(ctx.tenantId, Readable.from([Buffer.from(bytes)]), { maxBytes: 2 ** 26 })
  return uploadDocument(ctx, { fields: name ? { name } : {}, file: { ...staged, filename } })
}

type SignerInput = z.input<typeof CreateProcess>['signers'] extends (infer S)[] | undefined
  ? Partial<S>
  : never

/** A draft of the tenant, by default with one document and one signer. */
export async function addDraft(
  actor: WithCtx,
  input: Partial<Omit<z.input<typeof CreateProcess>, 'signers'>> & { signers?: SignerInput[] } = {},
): Promise<ProcessRecord> {
  const { signers = [{}], ...rest } = input
  const documents = rest.documents ?? [{ id: (await addDocument(actor)).id }]
  const people = signers.map((signer, index) => ({
    name: `Signer ${index + 1}`,
    email: `signer${index + 1}@example.com`,
    ...signer,
  }))
  return createProcess(
    actor.ctx,
    CreateProcess.parse({ name: 'Agreement', ...rest, documents, signers: people }),
  )
}

/** A zone of `type` on page 1 of the draft's first document, for its first signer, by default. */
export async function addField(
  { ctx }: WithCtx,
  process: ProcessRecord,
  zone: Partial<z.input<typeof FieldsInput>['fields'][number]> = {},
) {
  const box = { page: 1, x: 72, y: 72, width: 160, height: 40 }
  const document_id = process.documents[0]!.id
  const signer_id = process.signers[0]!.id
  const { fields } = FieldsInput.parse({
    fields: [{ document_id, signer_id, type: 'signature', ...box, ...zone }],
  })
  return addFields(ctx, process.id, fields)
}

/** A sent process. */
export async function addSent(
  actor: WithCtx,
  input: Parameters<typeof addDraft>[1] = {},
): Promise<ProcessRecord> {
  return sendProcess(actor.ctx, (await addDraft(actor, input)).id)
}

/** A template of the tenant: one document, one role and a signature zone for it, by default. */
export async function addTemplate(
  actor: WithCtx,
  input: Partial<z.input<typeof CreateTemplate>> = {},
): Promise<TemplateRecord> {
  const documents = input.documents ?? [{ id: (await addDocument(actor)).id }]
  const roles = input.roles ?? [{ name: 'Client' }]
  const box = { type: 'signature' as const, page: 1, x: 72, y: 72, width: 160, height: 40 }
  const fields =
    documents[0] && roles[0] ? [{ ...box, document_id: documents[0].id, role: roles[0].name }] : []
  return createTemplate(
    actor.ctx,
    CreateTemplate.parse({ name: 'Lease', fields, ...input, documents, roles }),
  )
}
