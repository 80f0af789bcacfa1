import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { fields, signers } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { findLocale, signerLocales } from '#lib/core/locales'
import { errorText } from '#lib/messages/errors'
import type { SignerPatch } from '../input.ts'
import { isSigning } from '../rules.ts'

/**
 * Sets the signers of a draft: entries with an id keep it and their fields, others are created, and missing ones are
 * deleted with their fields. Errors are added under `signers.N.id`; with any, nothing changes.
 */
export async function setSigners(
  tx: Tx,
  ctx: Ctx,
  process: { id: number; locale: string },
  inputs: SignerPatch[],
  errors: FieldErrors,
): Promise<void> {
  Object.assign(errors, await findSignerErrors(tx, ctx, process.id, inputs))
  if (Object.keys(errors).length > 0) return
  const keptIds = inputs.flatMap(({ id }) => id ?? [])
  await deleteOthers(tx, ctx, process.id, keptIds)
  const rows = inputs.map((signer, index) => ({
    id: signer.id,
    row: { ...newSignerRow(ctx, process, signer, index + 1), ...pickUnchanged(signer) },
  }))
  for (const { id, row } of rows) {
    if (id !== undefined) await updateSigner(tx, ctx, id, row)
  }
  const newRows = rows.filter(({ id }) => id === undefined).map(({ row }) => row)
  if (newRows.length > 0) await tx.insert(signers).values(newRows)
}

/** The members that an existing signer keeps when the input lacks them. */
function pickUnchanged(signer: SignerPatch) {
  const members = ['phone', 'locale', 'otp', 'subject', 'message'] as const
  const absent = signer.id === undefined ? [] : members.filter((name) => signer[name] === undefined)
  return Object.fromEntries(absent.map((name) => [name, undefined]))
}

/** Errors of the ids of existing signers, under `signers.N.id`. */
async function findSignerErrors(
  reader: Reader,
  ctx: Ctx,
  processId: number,
  inputs: SignerPatch[],
): Promise<FieldErrors> {
  const existing = await signerIds(reader, ctx, processId)
  const errors: FieldErrors = {}
  const seenIds = new Set<number>()
  for (const [index, { id }] of inputs.entries()) {
    if (id === undefined) continue
    if (seenIds.has(id)) errors[`signers.${index}.id`] = [errorText('processes.signerAppearsTwice', { id })]
    else if (!existing.has(id))
      errors[`signers.${index}.id`] = [errorText('processes.signerNotInProcess', { id })]
    seenIds.add(id)
  }
  return errors
}

async function signerIds(reader: Reader, ctx: Ctx, processId: number): Promise<Set<number>> {
  const rows = await reader
    .select({ id: signers.id })
    .from(signers)
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.processId, processId)))
  return new Set(rows.map((row) => row.id))
}

type NewSigner = typeof signers.$inferInsert

/** The row of a new signer; `order` and the process's locale are used where the input has none. */
export function newSignerRow(
  ctx: Ctx,
  process: { id: number; locale: string },
  signer: SignerPatch,
  order: number,
): NewSigner {
  return {
    tenantId: ctx.tenantId,
    processId: process.id,
    name: signer.name,
    email: signer.email,
    phone: signer.phone ?? null,
    order: signer.order ?? order,
    type: signer.type ?? 'sequential',
    role: signer.role ?? 'signer',
    status: 'pending',
    locale: signerLocale(signer.locale, process.locale),
    otp: signer.otp ?? null,
    subject: signer.subject ?? null,
    message: signer.message ?? null,
  }
}

/** The language of a signer; an unsupported one falls back to that of the process. */
export function signerLocale(locale: string | undefined, processLocale: string): string {
  return locale && findLocale(signerLocales, locale) ? locale : processLocale
}

async function updateSigner(tx: Tx, ctx: Ctx, id: number, row: NewSigner): Promise<void> {
  await tx
    .update(signers)
    .set(row)
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, id)))
  // Recipients who do not sign have no fields.
  if (!isSigning(row)) {
    await tx.delete(fields).where(and(eq(fields.tenantId, ctx.tenantId), inArray(fields.signerId, [id])))
  }
}

async function deleteOthers(tx: Tx, ctx: Ctx, processId: number, keptIds: number[]): Promise<void> {
  await tx
    .delete(signers)
    .where(
      and(
        eq(signers.tenantId, ctx.tenantId),
        eq(signers.processId, processId),
        keptIds.length > 0 ? notInArray(signers.id, keptIds) : undefined,
      ),
    )
}
