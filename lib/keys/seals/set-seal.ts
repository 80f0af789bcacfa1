import { and, eq } from 'drizzle-orm'
import { tenantSeals } from '#db/schema/keys'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { readIssue, zodMessage } from '#lib/core/zod-messages'
import { lockCredential } from '#lib/identity/sessions/credential'
import { errorText } from '#lib/messages/errors'
import {
  checkAcceptance,
  checkValidity,
  getPathEnd,
  type KeyProblem,
  toPem,
} from '#lib/pades/keys/certificate-path'
import { PKCS12_MAX_BYTES, type Pkcs12 } from '#lib/pades/keys/pkcs12'
import { authorize } from '#lib/policy'
import type { StagedFile } from '#lib/storage/stage'
import { inThread } from '#lib/workers/pdf-pool'
import { wrapKey } from '../custody.ts'
import { importKeyPair } from '../key-pair.ts'
import { SealInput, type SealRecord } from './schema.ts'
import { endSeal, findSeal, lockSeal, presentSeal, type SealRow, sealOwner } from './seals.ts'

interface Upload {
  fields: Record<string, string>
  file: StagedFile | null
}

/**
 * Sets the certificate and the key that seal the tenant's documents from now on, in live mode. The same file again
 * changes nothing; files that an earlier one has sealed keep its certificates.
 */
export async function setSeal(ctx: Ctx, { file, fields }: Upload): Promise<SealRecord> {
  if (!file) throw validationError({ file: [errorText('keys.chooseFile')] })
  try {
    authorize(ctx, 'seal.change')
    if (file.size > PKCS12_MAX_BYTES) throw validationError({ file: [errorText('keys.notPkcs12')] })
    const { data: input, error } = SealInput.safeParse(fields, { error: zodMessage })
    if (!input)
      throw validationError(
        Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), readIssue(issue)])),
      )
    const pkcs12 = await readUpload(ctx, file, input.password)
    const stored = await wrapPkcs12(ctx, pkcs12)
    const row = await write(ctx, (tx) => storeSeal(tx, ctx, stored))
    return presentSeal(row, ctx.now)
  } finally {
    await file.discard()
  }
}

/** The key of the same certificates: the stored one may have become unreadable, with another `APP_SECRET`. */
async function replaceKey(
  tx: Tx,
  { tenantId }: Ctx,
  { id }: SealRow,
  { wrappedKey, notAfter }: Pick<SealRow, 'wrappedKey' | 'notAfter'>,
): Promise<SealRow> {
  const [row] = await tx
    .update(tenantSeals)
    .set({ wrappedKey, notAfter })
    .where(and(eq(tenantSeals.tenantId, tenantId), eq(tenantSeals.id, id)))
    .returning()
  return row!
}

/** Reads the file in a thread: to derive a key from the password may take long, as the file says. */
async function readUpload(ctx: Ctx, { file }: StagedFile, password: string): Promise<Pkcs12> {
  try {
    const pkcs12 = await inThread.readPkcs12({ file, password, use: 'seal', time: ctx.now }, ctx)
    checkValidity(pkcs12, ctx.now)
    checkAcceptance(pkcs12, ctx.now)
    return pkcs12
  } catch (error) {
    const { name, text } = error as KeyProblem
    if (name !== 'KeyProblem') throw error
    throw validationError({ [text.key === 'keys.wrongPassword' ? 'password' : 'file']: [text] })
  }
}

async function wrapPkcs12(ctx: Ctx, { pkcs8, certificate, chain }: Pkcs12) {
  const keyPair = await importKeyPair(certificate, pkcs8, { extractable: true })
  pkcs8.fill(0)
  return {
    ...(await wrapKey(sealOwner(ctx), keyPair)),
    certificates: toPem([certificate, ...chain]),
    // The seal ends with the first certificate of its path.
    notAfter: getPathEnd({ certificate, chain }),
  }
}

async function storeSeal(
  tx: Tx,
  ctx: Ctx,
  stored: Pick<SealRow, 'certificate' | 'certificates' | 'wrappedKey' | 'notAfter'>,
): Promise<SealRow> {
  await lockSeal(tx, ctx)
  await lockCredential(tx, ctx)
  const before = await findSeal(tx, ctx)
  if (before?.certificates === stored.certificates) return replaceKey(tx, ctx, before, stored)
  if (before) await endSeal(tx, ctx, before)
  const [row] = await tx
    .insert(tenantSeals)
    .values({ tenantId: ctx.tenantId, ...stored, createdAt: ctx.now })
    .returning()
  const { subject, issuer, sha256, not_after } = await presentSeal(row!, ctx.now)
  await record(tx, ctx, {
    type: 'tenant.seal_changed',
    subject: { tenant: ctx.tenantId },
    data: { subject, issuer, certificate_sha256: sha256, not_after },
  })
  return row!
}
