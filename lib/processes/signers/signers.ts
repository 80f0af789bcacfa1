import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { fields, signers } from '#db/schema/processes'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { findLocale, signerLocales } from '#lib/core/locales'
import { errorText } from '#lib/messages/errors'
import type { SignerPatch } from '../input.ts'
import type { ProcessSigner } from '../parts.ts'
import { isSigning } from '../rules.ts'
import {
  type CodeInput,
  type CodeSettings,
  findCodeErrors,
  isConfirmedAnew,
  nextAccessCodeHash,
} from './code-methods.ts'

/**
 * Sets the signers of a draft: entries with an id keep it, their fields and what the entry lacks, others are created, and
 * missing ones are deleted with their fields. Errors are added under `signers.N.id`; with any, nothing changes.
 * @param people the signers that it has
 */
export async function setSigners(
  tx: Tx,
  ctx: Ctx,
  process: { id: number; locale: string },
  inputs: SignerInput[],
  errors: FieldErrors,
  people: ProcessSigner[],
): Promise<void> {
  const existing = new Map(people.map((signer) => [signer.id, signer]))
  Object.assign(errors, findSignerErrors(existing, inputs))
  let lastOrder = 0
  const rows = inputs.map((signer, index) => {
    const before = signer.id === undefined ? undefined : existing.get(signer.id)
    // A new signer comes after those before, who may have kept a higher order than their position.
    const order = Math.max(index, lastOrder) + 1
    const row = { ...newSignerRow(ctx, process, signer, order, before), ...pickUnchanged(signer, before) }
    if (existing.size > 0) lastOrder = row.order
    if (!wasCodeChecked(signer, row, before))
      Object.assign(errors, findCodeErrors(row, signer, `signers.${index}.`))
    return { id: signer.id, row }
  })
  if (Object.keys(errors).length > 0) return
  const keptIds = inputs.flatMap(({ id }) => id ?? [])
  if (people.length > keptIds.length) await deleteOthers(tx, ctx, process.id, keptIds)
  for (const { id, row } of rows) {
    if (id !== undefined) await updateSigner(tx, ctx, id, row)
  }
  const newRows = rows.filter(({ id }) => id === undefined).map(({ row }) => row)
  if (newRows.length > 0) await tx.insert(signers).values(newRows)
}

/** Whether how a signer confirms who they are was checked before: sending checks it again. */
function wasCodeChecked(
  { isCopy, access_code }: SignerInput,
  row: NewSigner,
  before: ProcessSigner | undefined,
): boolean {
  return isCopy || (before !== undefined && !access_code && !isConfirmedAnew(before, row))
}

/** The members that an existing signer keeps when the input lacks them. */
function pickUnchanged(signer: SignerInput, before: ProcessSigner | undefined): Partial<ProcessSigner> {
  const members = ['phone', 'order', 'type', 'role', 'locale', 'otp', 'subject', 'message'] as const
  if (!before) return {}
  return Object.fromEntries(
    members.filter((name) => signer[name] === undefined).map((name) => [name, before[name]]),
  )
}

/** Errors of the ids of existing signers, under `signers.N.id`. */
function findSignerErrors(existing: ReadonlyMap<number, ProcessSigner>, inputs: SignerInput[]): FieldErrors {
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

/** A signer of a request, or the copy of one, whose access code is known by its hash only. */
export type SignerInput = SignerPatch & Pick<CodeInput, 'accessCodeHash'> & { isCopy?: true }

type NewSigner = CodeSettings & typeof signers.$inferInsert

/**
 * The row of a new signer; `order` and the process's locale are used where the input has none. A signer who existed
 * `before` keeps the access code.
 */
export function newSignerRow(
  ctx: Ctx,
  process: { id: number; locale: string },
  signer: SignerInput,
  order: number,
  before: ProcessSigner | null = null,
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
    signatureLevel: signer.signature_level ?? before?.signatureLevel ?? 'simple',
    accessCodeHash: nextAccessCodeHash(signer, before),
    subject: signer.subject ?? null,
    message: signer.message ?? null,
  }
}

/** The language of a signer; an unsupported one falls back to that of the process. */
export function signerLocale(locale: string | undefined, processLocale: string): string {
  return locale && findLocale(signerLocales, locale) ? locale : processLocale
}

/** Signers of a draft in the language of the process get its new one. */
export async function changeSignersLocale(
  tx: Tx,
  { tenantId }: Ctx,
  processId: number,
  before: string,
  locale: string,
): Promise<void> {
  await tx
    .update(signers)
    .set({ locale })
    .where(and(eq(signers.tenantId, tenantId), eq(signers.processId, processId), eq(signers.locale, before)))
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
