import { X509Certificate } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { type RowsQuery, readTogether, rowsOfTable } from '#db/lists/rows'
import { tenants } from '#db/schema/identity'
import { tenantSeals } from '#db/schema/keys'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import { readCertificateFields } from '#lib/pades/cms/certificate'
import type { Signer } from '#lib/pades/cms/identity'
import { formatName } from '#lib/pades/cms/names'
import { type CertificatePath, isAccepted, readPem } from '#lib/pades/keys/certificate-path'
import { isGrantedAt } from '#lib/pades/trusted-lists/qualification'
import { makeIdentity, unwrapKey } from '../custody.ts'
import { loadTrustedRoots } from '../operator-keys.ts'
import { findListedCertificates } from '../trusted-lists.ts'
import type { SealRecord } from './schema.ts'

export type SealRow = typeof tenantSeals.$inferSelect

/** The certificate that the tenant has set, for `readTogether`; none where the installation seals. */
export function selectSeal({ tenantId }: Pick<Ctx, 'tenantId'>): RowsQuery<SealRow> {
  return rowsOfTable(tenantSeals, and(eq(tenantSeals.tenantId, tenantId), isNull(tenantSeals.removedAt)))
}

/** As `selectSeal`, in a statement of its own. */
export async function findSeal(reader: Reader, ctx: Pick<Ctx, 'tenantId'>): Promise<SealRow | null> {
  const { seals } = await readTogether(reader, { seals: selectSeal(ctx) })
  return seals[0] ?? null
}

/** The owner that `wrapKey` binds to the key. */
export function sealOwner({ tenantId }: Pick<Ctx, 'tenantId'>): string {
  return `tenant ${tenantId} own seal`
}

/** The certificates alone: they show without the key whether it may still seal. */
export function toPath({ certificate, certificates }: SealRow): CertificatePath {
  return { certificate, chain: readPem(certificates).slice(1) }
}

export async function toSigner(ctx: Pick<Ctx, 'tenantId'>, row: SealRow): Promise<Signer> {
  return makeIdentity(await unwrapKey(sealOwner(ctx), row), toPath(row).chain)
}

/** Until the end of the transaction, only this one changes the seal. */
export function lockSeal(tx: Tx, { tenantId }: Ctx) {
  return tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for('no key update')
}

/** The certificate stays, to recognise what it has sealed; the key is deleted. */
export async function endSeal(tx: Tx, ctx: Ctx, { id }: SealRow): Promise<void> {
  await tx
    .update(tenantSeals)
    .set({ removedAt: ctx.now, wrappedKey: new Uint8Array() })
    .where(and(eq(tenantSeals.tenantId, ctx.tenantId), eq(tenantSeals.id, id)))
}

export async function presentSeal(row: SealRow | null, now: Date): Promise<SealRecord> {
  if (!row)
    return {
      source: 'installation',
      ...{ subject: null, issuer: null, key: null, sha256: null, not_before: null, not_after: null },
      ...{ certificates: [], trusted: true, expired: false, set_at: null },
    }
  const path = readPem(row.certificates).map((der) => new X509Certificate(der))
  const certificate = path[0]!
  return {
    source: 'organisation',
    subject: formatName(certificate.subject),
    issuer: formatName(certificate.issuer),
    key: describeKey(certificate),
    sha256: sha256Hex(row.certificate),
    not_before: certificate.validFromDate.toISOString(),
    not_after: row.notAfter.toISOString(),
    certificates: path.map(String),
    trusted: await isTrusted(path, now),
    expired: row.notAfter < now,
    set_at: row.createdAt.toISOString(),
  }
}

/** As `/verify` judges what it seals now. */
async function isTrusted(path: X509Certificate[], now: Date): Promise<boolean> {
  const names = path.map(({ raw }) => readCertificateFields(raw)).flatMap((one) => [one.subject, one.issuer])
  const [roots, listed] = await Promise.all([loadTrustedRoots(), findListedCertificates(names)])
  const granted = listed.filter(({ services }) =>
    services.some((service) => isGrantedAt(service, 'CA/QC', now)),
  )
  const trusted = roots.map((der) => ({ certificate: new X509Certificate(der) }))
  return isAccepted(path, [...trusted, ...granted], now)
}

function describeKey({ publicKey }: X509Certificate): string {
  const details = publicKey.asymmetricKeyDetails
  return details?.modulusLength
    ? `RSA ${details.modulusLength}`
    : details?.namedCurve === 'secp384r1'
      ? 'ECDSA P-384'
      : 'ECDSA P-256'
}
